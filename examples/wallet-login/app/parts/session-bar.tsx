import { useWallet } from '@org/payments-wallet/react';
import { useEffect, useState } from 'react';
import { Button, useAttempt } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { Trouble, useAnnounce } from '../ui/notices.tsx';
import type { DemoWallet } from '../wallet/create-demo-wallet.ts';

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Shows how the session was opened and how long it lasts, with a button to renew it. */
export function SessionBar({ wallet }: { readonly wallet: DemoWallet }) {
  const { status, session } = useWallet(wallet);
  const [left, setLeft] = useState(() => wallet.timeLeft());
  useEffect(() => {
    const timer = setInterval(() => setLeft(wallet.timeLeft()), 1000);
    return () => clearInterval(timer);
  }, [wallet]);
  const announce = useAnnounce();
  const refresh = useAttempt(async () => {
    await wallet.refresh();
    announce('Your session was renewed.');
  });
  const isExpiring = status === 'expiring';
  const isByPasskey = session?.type === 'PASSKEY';
  return (
    <section className={`session-bar ${isExpiring ? 'is-expiring' : ''}`} aria-label="Session">
      <div className="session-facts">
        <Icon name={isByPasskey ? 'passkey' : 'mail'} />
        <span>
          Signed in by <strong>{isByPasskey ? 'passkey' : 'e-mail code'}</strong>
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
      <Button
        variant={isExpiring ? 'primary' : 'plain'}
        onClick={() => void refresh.run()}
        isBusy={refresh.isBusy}
      >
        Stay signed in
      </Button>
      <Trouble error={refresh.error} />
    </section>
  );
}
