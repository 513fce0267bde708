/** @jsxImportSource preact */
import { useState } from 'preact/hooks';

/** What a state means to the reader. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';

/** A state as a word. The colour only repeats its meaning. */
export function Badge({ state, tone }: { readonly state: string; readonly tone: Tone }) {
  return <span class={`badge ${tone}`}>{state.toLowerCase().replaceAll('_', ' ')}</span>;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** A value as indented JSON. Text that contains JSON is shown as that JSON. */
export function Json({ value }: { readonly value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <pre class="json" tabIndex={0}>
      {typeof value === 'string' ? pretty(value) : JSON.stringify(value, undefined, 2)}
    </pre>
  );
}

/** The time of day of an ISO 8601 text, to the second. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {at.slice(11, 19)}
    </time>
  );
}

interface ActionProps {
  /** The word on the button. */
  readonly word: string;
  /** What the button is about, for those who do not see where it is. */
  readonly about: string;
  /** Returns the word that shows the result. */
  readonly act: () => Promise<string>;
}

/** A button that shows the result of what it did. */
export function Action({ word, about, act }: ActionProps) {
  const [result, setResult] = useState(word);
  const press = () => void act().then(setResult, () => setResult('It failed'));
  return (
    <button type="button" onClick={press} onBlur={() => setResult(word)}>
      <span aria-live="polite">{result}</span>
      <span class="unseen"> {about}</span>
    </button>
  );
}

/** A button that copies text. */
export function Copy({ text, about }: { readonly text: string; readonly about: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  };
  return <Action word="Copy" about={about} act={copy} />;
}
