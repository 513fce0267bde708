import { useState } from 'react';
import type { Loaded } from '../platform/use-loaded.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { Skeleton, When } from '../ui/skeleton.tsx';
import type { Account } from '../wallet/use-account.ts';
import { AddPasskey } from './add-passkey.tsx';

/** Props of {@link Passkeys}. */
export interface PasskeysProps {
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
      {account.value === undefined && account.error === undefined && (
        <Skeleton label="Loading your ways to sign in…" />
      )}
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
