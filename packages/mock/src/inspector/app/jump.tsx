/** @jsxImportSource preact */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Id } from './json.tsx';

/** Shows the requests in which a text stands, such as the id of a resource. */
export type Jump = (text: string) => void;

/** How parts of the page lead to the requests. */
export const JumpContext = createContext<Jump>(() => undefined);

/** An id that leads to its requests. */
export function IdLink({ id }: { readonly id: string }) {
  const jump = useContext(JumpContext);
  return (
    <button type="button" class="link" title={`Requests about ${id}`} onClick={() => jump(id)}>
      <Id id={id} />
      <span class="unseen"> requests</span>
    </button>
  );
}
