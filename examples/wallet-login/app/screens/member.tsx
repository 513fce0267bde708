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

/** Somebody is logged in to the platform: reads their money, then opens their wallet. */
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
