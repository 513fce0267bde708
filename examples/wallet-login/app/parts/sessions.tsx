import { useState } from 'react';
import { Trouble } from '../errors/trouble.tsx';
import type { Loaded } from '../platform/use-loaded.ts';
import { Button, useAttempt } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { useAnnounce, When } from '../ui/notices.tsx';
import { Modal } from '../ui/screen.tsx';
import { type Account, useDemoWallet, useWalletState } from '../wallet/hooks.ts';
import { methodName } from './session-bar.tsx';

/** Props of {@link Sessions}. */
export interface SessionsProps {
  readonly account: Loaded<Account>;
  /** Called with the reason before the page ends the session. */
  readonly sayFarewell: (text: string) => void;
}

/** Every live session of the wallet, on whatever device, and how to end them. */
export function Sessions({ account, sayFarewell }: SessionsProps) {
  const wallet = useDemoWallet();
  const { session } = useWalletState();
  const announce = useAnnounce();
  const [isAsking, setAsking] = useState(false);
  const sessions = account.value?.sessions.toReversed() ?? [];
  const others = sessions.filter(({ id }) => id !== session?.id);

  const end = useAttempt(async (sessionId: string) => {
    await wallet.run('endSession', { sessionId });
    announce('The session was ended.');
    await account.reload();
  });
  const endAll = useAttempt(async () => {
    setAsking(false);
    const { sessions: live } = await wallet.account();
    for (const { id } of live) {
      if (id !== session?.id) await wallet.run('endSession', { sessionId: id });
    }
    sayFarewell('You have signed out everywhere.');
    await wallet.signOut();
  });

  return (
    <section className="panel stack" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      <ul className="list">
        {sessions.map(({ id, type, createdAt, expiresAt }) => (
          <li key={id}>
            <Icon name="device" />
            <div>
              <strong>
                By {methodName(type)}{' '}
                {id === session?.id && <span className="badge">This one</span>}
              </strong>
              <span className="hint">
                <When time={createdAt} /> to <When time={expiresAt} />
              </span>
            </div>
            {id !== session?.id && (
              <Button
                variant="quiet"
                aria-label={`End the session by ${methodName(type)}`}
                onClick={() => void end.run(id)}
                isBusy={end.isBusy}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Trouble error={account.error}>
        <Button onClick={() => void account.reload()}>Try again</Button>
      </Trouble>
      <Trouble error={end.error ?? endAll.error} />
      <div>
        <Button variant="danger" onClick={() => setAsking(true)} isBusy={endAll.isBusy}>
          Sign out everywhere
        </Button>
      </div>
      {isAsking && (
        <Modal title="Sign out everywhere?" onClose={() => setAsking(false)}>
          <p>
            {others.length === 0
              ? 'This is the only session. Its key is deleted from this browser.'
              : `Ends this session and ${others.length} other${others.length === 1 ? '' : 's'}, at once.`}
          </p>
          <div className="row row-end">
            <Button isSafe onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" onClick={() => void endAll.run()}>
              Sign out everywhere
            </Button>
          </div>
        </Modal>
      )}
    </section>
  );
}
