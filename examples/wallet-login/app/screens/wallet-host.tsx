import { useCallback, useEffect, useRef, useState } from 'react';
import { explain } from '../errors/explain.ts';
import { SigningDialog } from '../parts/signing-dialog.tsx';
import { api, type Me } from '../platform/api.ts';
import { Button, useAttempt } from '../ui/form.tsx';
import { Wordmark } from '../ui/icons.tsx';
import { useAnnounce } from '../ui/notices.tsx';
import { createDemoWallet, type DemoWallet } from '../wallet/create-demo-wallet.ts';
import { useDemoWallet, useWalletState, WalletContext } from '../wallet/hooks.ts';
import { createReviewDesk } from '../wallet/review-desk.ts';
import { Dashboard, type WalletHostProps } from './dashboard.tsx';
import { Loading } from './loading.tsx';
import { Unlock } from './unlock.tsx';

/** The message to a person whose session has just ended. */
interface Farewell {
  readonly farewell: string | undefined;
  /** Called with the reason before the page itself ends the session. */
  readonly sayFarewell: (text: string) => void;
}

const ELSEWHERE = 'Your session was ended: in another tab, on another device or by the service.';
const EXPIRED = 'Your session has expired. Nothing is lost: sign in again to continue.';

/** Remembers why the last session ended, until the next one begins. */
function useFarewell(): Farewell {
  const wallet = useDemoWallet();
  const { status } = useWalletState();
  const own = useRef<string>(undefined);
  const [text, setText] = useState<string>();

  useEffect(
    () =>
      wallet.subscribe(({ type }) => {
        if (type === 'signed_out') setText(own.current ?? ELSEWHERE);
        if (type === 'signed_out' || type === 'signed_in') own.current = undefined;
        if (type === 'signed_in' || type === 'adopted') setText(undefined);
      }),
    [wallet],
  );

  const sayFarewell = useCallback((reason: string) => {
    own.current = reason;
  }, []);
  return { farewell: status === 'expired' ? EXPIRED : text, sayFarewell };
}

/** Props of {@link TopBar}. */
interface TopBarProps {
  readonly me: Me;
  readonly onLogOut: () => void;
}

/** Shows the logged-in user. Logging out of the platform ends the wallet's session first. */
function TopBar({ me, onLogOut }: TopBarProps) {
  const wallet = useDemoWallet();
  const announce = useAnnounce();
  const { run, isBusy } = useAttempt(async () => {
    try {
      await wallet.signOut();
      await api.logOut();
      onLogOut();
    } catch (error) {
      announce(explain(error).title);
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
