import { api } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';

/** Shows where to read the demo's e-mails, which are not sent. */
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
