import { useSession } from '@org/payments-wallet/react';
import { useEffect, useState } from 'react';
import { explain } from '../errors/explain.ts';
import { api } from '../platform/api.ts';
import { Button, useAttempt } from '../ui/form.tsx';
import { Wordmark } from '../ui/icons.tsx';
import { useAnnounce } from '../ui/notices.tsx';
import { Loading } from '../ui/screen.tsx';
import { createDemoWallet, type DemoWallet } from '../wallet/create-demo-wallet.ts';
import { Dashboard, type OpenWalletProps, type WalletHostProps } from './dashboard.tsx';
import { Unlock } from './unlock.tsx';

const ENDED = 'You are signed out. The wallet is locked.';

/** Says that the last session has ended, until the next one begins. */
function useFarewell(wallet: DemoWallet): string | undefined {
  const [hasEnded, setEnded] = useState(false);
  useEffect(
    () =>
      wallet.subscribe(({ type }) => {
        if (type === 'signed_out') setEnded(true);
        if (type === 'signed_in' || type === 'adopted') setEnded(false);
      }),
    [wallet],
  );
  return hasEnded ? ENDED : undefined;
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
  const farewell = useFarewell(props.wallet);
  const isOpen = status === 'active' || status === 'expiring';
  if (!ready) return <Loading what="your wallet" />;
  return (
    <>
      <TopBar {...props} />
      {isOpen ? <Dashboard {...props} /> : <Unlock {...props} farewell={farewell} />}
    </>
  );
}

/** Creates the wallet of an account, and closes it when the person logs out. */
export function WalletHost(props: WalletHostProps) {
  const accountId = props.overview.account.id;
  const [reviewer] = useState(() => document.createElement('payments-review'));
  const [wallet, setWallet] = useState<DemoWallet>();
  useEffect(() => {
    const made = createDemoWallet(accountId, reviewer.review);
    setWallet(made);
    return () => made.close();
  }, [accountId, reviewer]);
  if (wallet === undefined) return <Loading what="your wallet" />;
  return <WalletScreens {...props} wallet={wallet} reviewer={reviewer} />;
}
