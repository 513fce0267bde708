import { useState } from 'react';
import { Trouble } from '../errors/trouble.tsx';
import { CodeSignIn } from '../parts/code-sign-in.tsx';
import { PasskeySignIn } from '../parts/passkey-sign-in.tsx';
import type { Me } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Account, useAccount } from '../wallet/use-account.ts';

/** Props of {@link Unlock}. */
export interface UnlockProps {
  readonly me: Me;
  /** Why the last session ended. */
  readonly farewell: string | undefined;
}

const hasWebAuthn = 'PublicKeyCredential' in window;

function Methods({ account }: { readonly account: Account }) {
  const passkeys = account.credentials.filter(({ type }) => type === 'PASSKEY');
  const email = account.credentials.find(({ type }) => type === 'EMAIL_OTP');
  const [newest] = passkeys.toReversed();
  const [chosen, choose] = useState(newest);
  const others = passkeys.filter(({ id }) => id !== chosen?.id);
  const isOffered = hasWebAuthn && chosen !== undefined;
  return (
    <>
      {isOffered && (
        <section className="panel stack" aria-label="Sign in with a passkey">
          <PasskeySignIn key={chosen.id} credential={chosen} />
          {others.length > 0 && (
            <p className="aside">
              Or use{' '}
              {others.map((other) => (
                <Button look="quiet" key={other.id} onClick={() => choose(other)}>
                  {other.nickname}
                </Button>
              ))}
            </p>
          )}
        </section>
      )}
      {!hasWebAuthn && (
        <Notice tone="info" title="No passkeys in this browser">
          Sign in with an e-mail code, or open this page in another browser.
        </Notice>
      )}
      {email !== undefined && (
        <section className="panel stack" aria-label="Sign in with an e-mail code">
          <CodeSignIn credential={email} isMain={!isOffered} />
        </section>
      )}
    </>
  );
}

/** The wallet is locked: sign in to it, with a passkey or with a code. */
export function Unlock({ me, farewell }: UnlockProps) {
  const { value: account, error, reload } = useAccount();
  const [firstName] = me.name.split(' ');
  return (
    <Screen
      title="Unlock your wallet"
      lead={`Hello ${firstName}. Each sign-in opens a key that is sealed for this browser and cannot be extracted.`}
    >
      {farewell !== undefined && <Notice tone="info" title={farewell} />}
      {account === undefined && error === undefined && (
        <section className="panel">
          <Skeleton label="Looking for your sign-in methods…" lines={3} />
        </section>
      )}
      {account === undefined && (
        <Trouble error={error}>
          <Button onClick={() => void reload()}>Try again</Button>
        </Trouble>
      )}
      {account !== undefined && <Methods account={account} />}
    </Screen>
  );
}
