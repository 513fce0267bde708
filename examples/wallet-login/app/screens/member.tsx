import { api, type Me } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useWake } from '../platform/use-wake.ts';
import { Loading } from './loading.tsx';
import { WalletHost } from './wallet-host.tsx';

/** Props of {@link Member}. */
export interface MemberProps {
  readonly me: Me;
  readonly onLogOut: () => void;
}

/** The screens of a logged-in user: reads the balance, then opens the wallet. */
export function Member({ me, onLogOut }: MemberProps) {
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
