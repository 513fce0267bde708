import { useCallback } from 'react';
import { LoggedOutContext } from './errors/trouble.tsx';
import { ConnectionBanner } from './parts/connection-banner.tsx';
import { api } from './platform/api.ts';
import { useLoaded } from './platform/use-loaded.ts';
import { Loading } from './screens/loading.tsx';
import { Member } from './screens/member.tsx';
import { Welcome } from './screens/welcome.tsx';
import { Toasts } from './ui/toasts.tsx';

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
