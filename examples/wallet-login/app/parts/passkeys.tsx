import { isWalletError, type PreparedNewPasskey, type RelayCredential } from '@org/payments-wallet';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Trouble } from '../errors/trouble.tsx';
import type { Loaded } from '../platform/use-loaded.ts';
import { Button, Field, useAttempt } from '../ui/form.tsx';
import { Icon } from '../ui/icons.tsx';
import { Notice, useAnnounce, When } from '../ui/notices.tsx';
import { type Account, useDemoWallet } from '../wallet/hooks.ts';

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
      <Button type="submit" variant="primary" isBusy={isBusy}>
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

/** Props of {@link Passkeys}. */
interface PasskeysProps {
  readonly account: Loaded<Account>;
}

/** The credentials of the wallet, and a form to add a passkey. */
export function Passkeys({ account }: PasskeysProps) {
  const [isAdding, setAdding] = useState(false);
  const credentials = account.value?.credentials ?? [];
  const hasPasskey = credentials.some(({ type }) => type === 'PASSKEY');
  return (
    <section className="panel stack" aria-labelledby="ways-title">
      <h2 id="ways-title">Ways to sign in</h2>
      <ul className="list">
        {credentials.map(({ id, type, nickname, createdAt }) => (
          <li key={id}>
            <Icon name={type === 'PASSKEY' ? 'passkey' : 'mail'} />
            <div>
              <strong>{nickname}</strong>
              <span className="hint">
                {type === 'PASSKEY' ? 'Passkey' : 'E-mail code'}, since <When time={createdAt} />
              </span>
            </div>
          </li>
        ))}
      </ul>
      {hasPasskey && !isAdding && (
        <div>
          <Button onClick={() => setAdding(true)}>Add another passkey</Button>
        </div>
      )}
      {isAdding && (
        <AddPasskey
          onAdded={async () => {
            setAdding(false);
            await account.reload();
          }}
        />
      )}
    </section>
  );
}
