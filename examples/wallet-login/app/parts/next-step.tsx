import { useState } from 'react';
import { useAnnounce } from '../ui/notices.tsx';
import type { Account } from '../wallet/hooks.ts';
import { useWalletState } from '../wallet/hooks.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { AddPasskey } from './passkeys.tsx';

/** Props of {@link NextStep}. */
export interface NextStepProps {
  readonly account: Account;
  readonly reloadAccount: () => Promise<void>;
}

/** Guides the person from the first code to a passkey: to create one, then sign in with it. */
export function NextStep({ account, reloadAccount }: NextStepProps) {
  const { session } = useWalletState();
  const announce = useAnnounce();
  const [isDone, setDone] = useState(false);
  const [passkey] = account.credentials.filter(({ type }) => type === 'PASSKEY').toReversed();
  if (isDone || session?.type === 'PASSKEY') return null;

  if (passkey === undefined) {
    return (
      <section className="panel next-step" aria-labelledby="next-title">
        <div className="stack">
          <p className="step">Step 1 of 2</p>
          <h2 id="next-title">Add a passkey</h2>
          <p>Next time, your fingerprint, your face or your device’s PIN opens the wallet.</p>
        </div>
        <AddPasskey onAdded={reloadAccount} />
      </section>
    );
  }
  return (
    <section className="panel next-step" aria-labelledby="next-title">
      <div className="stack">
        <p className="step">Step 2 of 2</p>
        <h2 id="next-title">Sign in with your passkey</h2>
        <p>Try it now: what you sign from then on is signed on the strength of the passkey.</p>
      </div>
      <div className="stack">
        <PasskeySignIn
          key={passkey.id}
          credential={passkey}
          onSignedIn={() => {
            setDone(true);
            announce('Signed in with your passkey.');
          }}
        />
      </div>
    </section>
  );
}
