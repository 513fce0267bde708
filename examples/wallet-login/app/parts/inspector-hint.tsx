import { api } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';

/** Where the demo's e-mails are: nothing is really sent. */
export function InspectorHint() {
  const { value } = useLoaded(api.demo);
  if (value === undefined) return null;
  return (
    <p className="hint">
      No e-mail is really sent:{' '}
      <a href={value.inspectorUrl} target="_blank" rel="noreferrer">
        the mock’s inspector shows the code
      </a>{' '}
      (opens in a new tab).
    </p>
  );
}
