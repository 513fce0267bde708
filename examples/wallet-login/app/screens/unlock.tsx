import { Screen } from '../ui/screen.tsx';
import type { OpenWalletProps } from './dashboard.tsx';

/** Props of {@link Unlock}. */
export type UnlockProps = Pick<OpenWalletProps, 'me' | 'overview' | 'wallet'>;

/** The wallet is locked: sign in to it, with a passkey or with a code. */
export function Unlock({ me, overview, wallet }: UnlockProps) {
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
