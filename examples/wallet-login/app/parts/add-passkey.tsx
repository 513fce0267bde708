import { isWalletError, type PreparedNewPasskey, type RelayCredential } from '@org/payments-wallet';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Trouble } from '../errors/trouble.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAnnounce } from '../ui/toasts.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useDemoWallet } from '../wallet/wallet-context.ts';

/**
 * Creates a passkey with a name. What the ceremony needs is fetched as soon as the name is known,
 * so that the click reaches the browser's dialog before anything else.
 *
 * @returns call it first thing in the click handler
 */
function useNewPasskey(nickname: string): () => Promise<RelayCredential> {
  const wallet = useDemoWallet();
  const prepared = useRef<PreparedNewPasskey | undefined>(undefined);

  useEffect(() => {
    prepared.current = undefined;
    if (nickname === '') return;
    let isGone = false;
    const timer = setTimeout(() => {
      const keep = (passkey: PreparedNewPasskey) => {
        if (!isGone) prepared.current = passkey;
      };
      wallet.prepareNewPasskey({ nickname }).then(keep, () => {});
    }, 300);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [wallet, nickname]);

  return () => {
    const ready = prepared.current;
    prepared.current = undefined;
    if (ready !== undefined && ready.timeLeft() > 0) return ready.confirm();
    return wallet.addPasskey({ nickname });
  };
}

/** Props of {@link AddPasskey}. */
export interface AddPasskeyProps {
  readonly onAdded: () => Promise<void>;
}

/** Creates a passkey on this device and registers it; the session signs for it. */
export function AddPasskey({ onAdded }: AddPasskeyProps) {
  const [nickname, setNickname] = useState('This device');
  const add = useNewPasskey(nickname.trim());
  const announce = useAnnounce();
  const { run, isBusy, error } = useAttempt(async () => {
    const { nickname: name } = await add();
    announce(`The passkey “${name}” was added.`);
    await onAdded();
  });
  const wasStopped = isWalletError(error) && error.code === 'CANCELLED';

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void run();
  }

  if (!('PublicKeyCredential' in window)) {
    return (
      <Notice tone="info" title="No passkeys in this browser">
        Continue with e-mail codes, or open this page in another browser.
      </Notice>
    );
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      <Field
        label="Name of the passkey"
        name="nickname"
        required
        maxLength={100}
        pattern="[\p{L}\p{N} ._'\(\)\-]+"
        title="Letters, digits, spaces and . _ - ' ( )"
        autoComplete="off"
        value={nickname}
        onChange={(event) => setNickname(event.target.value)}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        <Icon name="passkey" />
        Add passkey
      </Button>
      {wasStopped ? (
        <Notice tone="info" title="Passkey cancelled">
          Nothing was added. Try again when you like.
        </Notice>
      ) : (
        <Trouble error={error} />
      )}
    </form>
  );
}
