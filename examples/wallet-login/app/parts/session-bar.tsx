import { useEffect, useState } from 'react';
import { Trouble } from '../errors/trouble.tsx';
import { Button, useAttempt } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { useAnnounce } from '../ui/notices.tsx';
import { useDemoWallet, useWalletState } from '../wallet/hooks.ts';

/** Milliseconds in which this session can sign; counts down every second. */
function useTimeLeft(): number {
  const wallet = useDemoWallet();
  const [left, setLeft] = useState(() => wallet.timeLeft());
  useEffect(() => {
    const read = () => setLeft(wallet.timeLeft());
    const timer = setInterval(read, 1000);
    const stop = wallet.subscribe(read);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [wallet]);
  return left;
}

/** Props of {@link SessionBar}. */
export interface SessionBarProps {
  /** Called with the reason before the page ends the session. */
  readonly sayFarewell: (text: string) => void;
}

/** A credential's display name. */
export function methodName(type: string): string {
  if (type === 'PASSKEY') return 'passkey';
  return type === 'EMAIL_OTP' ? 'e-mail code' : type.toLowerCase();
}

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Shows the credential and the remaining time of the session, with buttons to renew or end the
 * session.
 */
export function SessionBar({ sayFarewell }: SessionBarProps) {
  const wallet = useDemoWallet();
  const { status, session } = useWalletState();
  const left = useTimeLeft();
  const announce = useAnnounce();
  const refresh = useAttempt(async () => {
    await wallet.refresh();
    announce('Your session was renewed.');
  });
  const leave = useAttempt(async () => {
    sayFarewell('You have signed out. The key is gone from this browser.');
    await wallet.signOut();
  });
  const isExpiring = status === 'expiring';
  return (
    <section className={`session-bar ${isExpiring ? 'is-expiring' : ''}`} aria-label="Session">
      <div className="session-facts">
        <Icon name={session?.type === 'PASSKEY' ? 'passkey' : 'mail'} />
        <span>
          Signed in by <strong>{methodName(session?.type ?? '')}</strong>
        </span>
        <span className="session-time">
          <Icon name="clock" />
          <span className="visually-hidden">Time left: </span>
          {clock(left)}
        </span>
      </div>
      <span className="session-alert" role="alert">
        {isExpiring && 'Your session ends soon.'}
      </span>
      <div className="row">
        <Button
          variant={isExpiring ? 'primary' : 'plain'}
          onClick={() => void refresh.run()}
          isBusy={refresh.isBusy}
        >
          Stay signed in
        </Button>
        <Button variant="quiet" onClick={() => void leave.run()} isBusy={leave.isBusy}>
          Sign out
        </Button>
      </div>
      <Trouble error={refresh.error} />
    </section>
  );
}
