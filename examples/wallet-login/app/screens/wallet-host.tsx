import { useEffect, useState } from 'react';
import { SigningDialog } from '../parts/signing-dialog.tsx';
import { TopBar } from '../parts/top-bar.tsx';
import { createDemoWallet, type DemoWallet } from '../wallet/create-demo-wallet.ts';
import { createReviewDesk } from '../wallet/review-desk.ts';
import { useFarewell } from '../wallet/use-farewell.ts';
import { useWalletState, WalletContext } from '../wallet/wallet-context.ts';
import { Dashboard } from './dashboard.tsx';
import { Loading } from './loading.tsx';
import { Unlock } from './unlock.tsx';
import type { WalletHostProps } from './wallet-host-props.ts';

const never = async () => {};

/** Creates the wallet of an account, and closes it when the person logs out. */
export function WalletHost(props: WalletHostProps) {
  const { account } = props.overview;
  const [desk] = useState(createReviewDesk);
  const [wallet, setWallet] = useState<DemoWallet>();

  useEffect(() => {
    const made = createDemoWallet(account.id, desk);
    setWallet(made);
    return () => made.close();
  }, [account.id, desk]);

  if (wallet === undefined) return <Loading what="your wallet" error={undefined} retry={never} />;
  return (
    <WalletContext value={wallet}>
      <WalletScreens {...props} />
      <SigningDialog desk={desk} overview={props.overview} />
    </WalletContext>
  );
}

function WalletScreens(props: WalletHostProps) {
  const { me, onLogOut } = props;
  const { ready, status } = useWalletState();
  const { farewell, sayFarewell } = useFarewell();
  const isOpen = status === 'active' || status === 'expiring';
  if (!ready) return <Loading what="your wallet" error={undefined} retry={never} />;
  return (
    <>
      <TopBar me={me} onLogOut={onLogOut} />
      {isOpen ? (
        <Dashboard {...props} sayFarewell={sayFarewell} />
      ) : (
        <Unlock me={me} farewell={farewell} />
      )}
    </>
  );
}
