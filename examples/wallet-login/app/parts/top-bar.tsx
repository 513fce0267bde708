import { explain } from '../errors/explain.ts';
import { api, type Me } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { useAnnounce } from '../ui/toasts.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useDemoWallet } from '../wallet/wallet-context.ts';
import { Wordmark } from './wordmark.tsx';

/** Props of {@link TopBar}. */
export interface TopBarProps {
  readonly me: Me;
  readonly onLogOut: () => void;
}

/** Shows the logged-in user. Logging out of the platform ends the wallet's session first. */
export function TopBar({ me, onLogOut }: TopBarProps) {
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
        <Button look="quiet" onClick={() => void run()} isBusy={isBusy}>
          Log out
        </Button>
      </div>
    </header>
  );
}
