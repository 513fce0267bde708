import { useSession } from '@org/payments-wallet/react';
import { useEffect, useState } from 'react';
import { explain } from '../errors/explain.ts';
import { api } from '../platform/api.ts';
import { Button, useAttempt } from '../ui/form.tsx';
import { Wordmark } from '../ui/icons.tsx';
import { useAnnounce } from '../ui/notices.tsx';
import { Loading, Screen } from '../ui/screen.tsx';
import { createDemoWallet, type DemoWallet } from '../wallet/create-demo-wallet.ts';
import { Dashboard, type OpenWalletProps, type WalletHostProps } from './dashboard.tsx';

/** Props of {@link Unlock}. */
export type UnlockProps = Pick<OpenWalletProps, 'me' | 'overview' | 'wallet'>;

/** The wallet is locked: sign in to it, with a passkey or with a code. */
function Unlock({ me, overview, wallet }: UnlockProps) {
  const [firstName] = me.name.split(' ');
  return (
    <Screen
      title="Unlock your wallet"
      lead={`Hello ${firstName}. The wallet has a sign-in of its own. It opens in this browser only.`}
    >
      <section className="panel stack">
        <payments-sign-in wallet={wallet} autofill={false} />
        <p className="hint">
          No e-mail is really sent:{' '}
          <a href={overview.inspectorUrl} target="_blank" rel="noreferrer">
            the mock’s inspector shows the code
          </a>{' '}
          (opens in a new tab).
        </p>
      </section>
    </Screen>
  );
}

/** Shows the logged-in user. Logging out of the platform ends the wallet's session first. */
function TopBar({ me, wallet, onLogOut }: Pick<OpenWalletProps, 'me' | 'wallet' | 'onLogOut'>) {
  const announce = useAnnounce();
  const { run, isBusy } = useAttempt(async () => {
    try {
      await wallet.signOut();
      await api.logOut();
      onLogOut();
    } catch (error) {
      announce(explain(error));
    }
  });
  return (
    <header className="topbar">
      <Wordmark />
      <div className="topbar-user">
        <span className="topbar-name">{me.name}</span>
        <Button variant="quiet" onClick={() => void run()} isBusy={isBusy}>
          Log out
        </Button>
      </div>
    </header>
  );
}

/** The screens of a wallet, by its state. */
function WalletScreens(props: OpenWalletProps) {
  const { ready, status } = useSession(props.wallet);
  const isOpen = status === 'active' || status === 'expiring';
  if (!ready) return <Loading what="your wallet" />;
  return (
    <>
      <TopBar {...props} />
      {isOpen ? <Dashboard {...props} /> : <Unlock {...props} />}
    </>
  );
}

/** Creates the wallet of an account, and closes it when the person logs out. */
export function WalletHost(props: WalletHostProps) {
  const { account, signerOrigin } = props.overview;
  const announce = useAnnounce();
  const [wallet, setWallet] = useState<DemoWallet>();
  useEffect(() => {
    const made = createDemoWallet(account.id, signerOrigin);
    setWallet(made);
    made.subscribe(({ type }) => {
      if (type === 'signed_out') announce('You are signed out. The wallet is locked.');
    });
    return () => made.close();
  }, [account.id, signerOrigin, announce]);
  if (wallet === undefined) return <Loading what="your wallet" />;
  return <WalletScreens {...props} wallet={wallet} />;
}
