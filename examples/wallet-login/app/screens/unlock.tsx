import type { SignInElement } from '@org/payments-wallet/ui';
import { useContext, useEffect, useRef } from 'react';
import { isLoggedOut } from '../errors/explain.ts';
import { LoggedOutContext } from '../errors/trouble.tsx';
import { api, type Me } from '../platform/api.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { Notice } from '../ui/notices.tsx';
import { Screen } from '../ui/screen.tsx';
import { useDemoWallet } from '../wallet/hooks.ts';

/** Props of {@link Unlock}. */
export interface UnlockProps {
  readonly me: Me;
  /** Why the last session ended. */
  readonly farewell: string | undefined;
}

/** Shows where to read the demo's e-mails, which are not sent. */
function InspectorHint() {
  const { value } = useLoaded(api.demo);
  if (value === undefined) return null;
  return (
    <p className="hint">
      No e-mail is really sent:{' '}
      <a href={value.inspectorUrl} target="_blank" rel="noreferrer">
        the mock’s inspector shows the code
      </a>{' '}
      (opens in a new tab).
    </p>
  );
}

/** The wallet is locked: sign in to it, with a passkey or with a code. */
export function Unlock({ me, farewell }: UnlockProps) {
  const wallet = useDemoWallet();
  const onLoggedOut = useContext(LoggedOutContext);
  const signIn = useRef<SignInElement>(null);
  const [firstName] = me.name.split(' ');
  useEffect(() => {
    const element = signIn.current;
    const onError = ({ detail }: Event & { detail?: unknown }) =>
      isLoggedOut(detail) && onLoggedOut();
    element?.addEventListener('wallet-error', onError);
    return () => element?.removeEventListener('wallet-error', onError);
  }, [onLoggedOut]);
  return (
    <Screen
      title="Unlock your wallet"
      lead={`Hello ${firstName}. Each sign-in opens a key that is sealed for this browser and cannot be extracted.`}
    >
      {farewell !== undefined && <Notice tone="info" title={farewell} />}
      {!('PublicKeyCredential' in window) && (
        <Notice tone="info" title="No passkeys in this browser">
          Sign in with an e-mail code, or open this page in another browser.
        </Notice>
      )}
      <section className="panel stack">
        <payments-sign-in ref={signIn} wallet={wallet} autofill={false} />
        <InspectorHint />
      </section>
    </Screen>
  );
}
