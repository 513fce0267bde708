import { useCallback, useSyncExternalStore } from 'react';
import { LoggedOutContext } from './errors/trouble.tsx';
import { api, type Me } from './platform/api.ts';
import { useLoaded, useWake } from './platform/use-loaded.ts';
import { Loading } from './screens/loading.tsx';
import { WalletHost } from './screens/wallet-host.tsx';
import { Welcome } from './screens/welcome.tsx';
import { Icon } from './ui/icons.tsx';
import { Toasts } from './ui/notices.tsx';

/** Props of {@link Member}. */
interface MemberProps {
  readonly me: Me;
  readonly onLogOut: () => void;
}

/** The screens of a logged-in user: reads the balance, then opens the wallet. */
function Member({ me, onLogOut }: MemberProps) {
  const overview = useLoaded(api.overview);
  const { value, error, reload } = overview;
  useWake(reload);
  if (value === undefined) {
    return <Loading what="your wallet" error={error} retry={reload} />;
  }
  return (
    <WalletHost
      key={value.account.id}
      me={me}
      overview={value}
      setOverview={overview.set}
      reloadOverview={reload}
      onLogOut={onLogOut}
    />
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the device reports a network connection. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Shows that the device is offline. The region always exists, so that its change is read out. */
function ConnectionBanner() {
  const isOnline = useOnline();
  return (
    <div className="banner-place" role="status">
      {!isOnline && (
        <p className="banner">
          <Icon name="device" /> You are offline. Nothing can be changed until you are back.
        </p>
      )}
    </div>
  );
}

/** The application: the platform's own login around the wallet. */
export function App() {
  const { value: me, error, reload, set } = useLoaded(api.me);
  const onLoggedOut = useCallback(() => void reload(), [reload]);

  const screen = () => {
    if (me === undefined) return <Loading what="Larch" error={error} retry={reload} />;
    if (me === null) return <Welcome onWelcome={set} />;
    return <Member key={me.email} me={me} onLogOut={() => set(null)} />;
  };

  return (
    <Toasts>
      <LoggedOutContext value={onLoggedOut}>
        <ConnectionBanner />
        {screen()}
      </LoggedOutContext>
    </Toasts>
  );
}
