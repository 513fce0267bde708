import { api } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';

/** Where the demo's e-mails are: nothing is really sent. */
export function MailboxHint() {
  const { value } = useLoaded(api.demo);
  if (value === undefined) return null;
  return (
    <p className="hint">
      This is a demo and no e-mail is sent:{' '}
      <a href={value.mailboxUrl} target="_blank" rel="noreferrer">
        read the code in the mock’s outbox
      </a>{' '}
      (opens in a new tab).
    </p>
  );
}
