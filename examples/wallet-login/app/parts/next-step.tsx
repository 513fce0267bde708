import type { RelayCredential } from '@org/payments-wallet';
import { usePasskey } from '@org/payments-wallet/react';
import { Button } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { Trouble, useAnnounce } from '../ui/notices.tsx';
import type { DemoWallet } from '../wallet/create-demo-wallet.ts';

/** Props of {@link PasskeySignIn}. */
interface PasskeySignInProps {
  readonly wallet: DemoWallet;
  readonly passkey: RelayCredential;
}

/** One button that signs in with a passkey. The challenge is fetched before the click. */
function PasskeySignIn({ wallet, passkey }: PasskeySignInProps) {
  const { status, error, confirm, prepare } = usePasskey(wallet, passkey.id);
  const announce = useAnnounce();
  async function signIn(): Promise<void> {
    if ((await confirm()) !== undefined) announce('Signed in with your passkey.');
  }
  return (
    <div className="stack">
      <Button
        variant="primary"
        onClick={() => void (status === 'unavailable' ? prepare() : signIn())}
        isBusy={status === 'preparing' || status === 'confirming'}
      >
        <Icon name="passkey" />
        {status === 'unavailable' ? 'Try again' : `Use passkey “${passkey.nickname}”`}
      </Button>
      <Trouble error={error} />
    </div>
  );
}

/** Props of {@link NextStep}. */
export interface NextStepProps {
  readonly wallet: DemoWallet;
  /** The account's newest passkey. */
  readonly passkey: RelayCredential | undefined;
}

/** Guides the person from the first code to a passkey: to create one, then sign in with it. */
export function NextStep({ wallet, passkey }: NextStepProps) {
  const isNew = passkey === undefined;
  return (
    <section className="panel next-step" aria-labelledby="next-title">
      <div className="stack">
        <p className="step">Step {isNew ? 1 : 2} of 2</p>
        <h2 id="next-title">{isNew ? 'Add a passkey' : 'Sign in with your passkey'}</h2>
        <p>
          {isNew
            ? 'Next time, your fingerprint, your face or your device’s PIN opens the wallet.'
            : 'Try it now: what you sign from then on is signed on the strength of the passkey.'}
        </p>
      </div>
      {isNew ? (
        <payments-passkeys wallet={wallet} />
      ) : (
        <PasskeySignIn key={passkey.id} wallet={wallet} passkey={passkey} />
      )}
    </section>
  );
}
