/** @jsxImportSource preact */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** @jsxImportSource preact */

/** A value as indented JSON. Text that contains JSON is shown as that JSON. */
export function Json({ value }: { readonly value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <pre class="json" tabIndex={0}>
      {typeof value === 'string' ? pretty(value) : JSON.stringify(value, undefined, 2)}
    </pre>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** The time of day of an ISO 8601 text, to the second. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {at.slice(11, 19)}
    </time>
  );
}

/** An id with a shortened random part. */
export function Id({ id }: { readonly id: string }) {
  const [type = '', rest = ''] = id.split(/:(.*)/s);
  return (
    <code class="id" title={id}>
      <span class="id-type">{type}</span>
      {rest.length > 12 ? `${rest.slice(0, 8)}…` : rest}
    </code>
  );
}

/** A state as a word. The colour only repeats its meaning. */
export function Badge({ state, tone }: { readonly state: string; readonly tone: Tone }) {
  return <span class={`badge ${tone}`}>{state.toLowerCase().replaceAll('_', ' ')}</span>;
}

/** The meaning of a state for the reader. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';

/** Shows the requests that contain a string, such as a resource's id. */
type Jump = (text: string) => void;

/** Links parts of the page to the requests. */
export const JumpContext = createContext<Jump>(() => undefined);

/** An id that links to its requests. */
export function IdLink({ id }: { readonly id: string }) {
  const jump = useContext(JumpContext);
  return (
    <button type="button" class="link" title={`Requests about ${id}`} onClick={() => jump(id)}>
      <Id id={id} />
      <span class="unseen"> requests</span>
    </button>
  );
}
