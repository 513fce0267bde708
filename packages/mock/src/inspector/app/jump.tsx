/** @jsxImportSource preact */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Id } from './json.tsx';

/** Shows the requests that contain a string, such as a resource's id. */
export type Jump = (text: string) => void;

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
