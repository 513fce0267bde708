import type { RelayCredential } from '@org/payments-wallet';
import { usePasskey } from '@org/payments-wallet/react';
import { useEffect, useState } from 'react';
import { Trouble } from '../errors/trouble.tsx';
import { Button } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { Notice } from '../ui/notices.tsx';
import { useDemoWallet } from '../wallet/hooks.ts';

/** Props of {@link PasskeySignIn}. */
export interface PasskeySignInProps {
  readonly credential: RelayCredential;
  readonly onSignedIn?: () => void;
}

/** One button that signs in with a passkey. The challenge is fetched before the click. */
export function PasskeySignIn({ credential, onSignedIn }: PasskeySignInProps) {
  const { status, error, confirm, prepare } = usePasskey(useDemoWallet(), credential.id);
  const [wasStopped, setStopped] = useState(false);

  // A challenge that was sent to the service is used up.
  const isSpent = error !== undefined && status === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error
  useEffect(() => {
    if (isSpent) prepare();
  }, [error, prepare]);

  async function onClick(): Promise<void> {
    if (status === 'unavailable') return prepare();
    setStopped(false);
    const session = await confirm();
    setStopped(session === undefined);
    if (session !== undefined) onSignedIn?.();
  }

  return (
    <>
      <Button
        variant="primary"
        onClick={() => void onClick()}
        isBusy={status === 'preparing' || status === 'confirming'}
      >
        <Icon name="passkey" />
        {status === 'unavailable' ? 'Try again' : `Use passkey “${credential.nickname}”`}
      </Button>
      <Trouble error={error} />
      {wasStopped && error === undefined && (
        <Notice tone="info" title="Passkey cancelled">
          Nothing was done. Try again when you like, or use a code.
        </Notice>
      )}
    </>
  );
}
