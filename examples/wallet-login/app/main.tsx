import { defineElements } from '@org/payments-wallet/ui';
import { StrictMode, useCallback } from 'react';
import { createRoot } from 'react-dom/client';
import { isLoggedOut } from './errors/explain.ts';
import { api, type Me, useDocumentEvent, useLoaded } from './platform/api.ts';
import { WalletHost } from './screens/wallet-host.tsx';
import { Welcome } from './screens/welcome.tsx';
import { Toasts } from './ui/notices.tsx';
import { Loading } from './ui/screen.tsx';

/** Props of {@link Member}. */
interface MemberProps {
  readonly me: Me;
  readonly onLogOut: () => void;
}

/** The screens of a logged-in user: reads the balance, then opens the wallet. */
function Member({ me, onLogOut }: MemberProps) {
  const { value, error, reload, set } = useLoaded(api.overview);
  const onVisible = useCallback(() => void (document.hidden || reload()), [reload]);
  useDocumentEvent('visibilitychange', onVisible);
  if (value === undefined) return <Loading what="your wallet" error={error} retry={reload} />;
  const host = { me, onLogOut, overview: value, setOverview: set, reloadOverview: reload };
  return <WalletHost key={value.account.id} {...host} />;
}

/** The application: the platform's own login around the wallet. */
export function App() {
  const { value: me, error, reload, set } = useLoaded(api.me);
  const onError = useCallback(
    (event: Event) => void (isLoggedOut((event as CustomEvent).detail) && reload()),
    [reload],
  );
  useDocumentEvent('wallet-error', onError);

  const screen = () => {
    if (me === undefined) return <Loading what="Larch" error={error} retry={reload} />;
    if (me === null) return <Welcome onWelcome={set} />;
    return <Member key={me.email} me={me} onLogOut={() => set(null)} />;
  };
  return <Toasts>{screen()}</Toasts>;
}

defineElements();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
