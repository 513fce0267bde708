import { useSession, useSignedAction } from '@org/payments-wallet/react';
import { useEffect } from 'react';
import { wallet } from './wallet';

function Card() {
  const card = useSignedAction(wallet, 'readCard');
  const freeze = useSignedAction(wallet, 'freezeCard');
  const { run: read } = card;
  useEffect(() => void read({}), [read]);
  if (card.result === undefined) return <p>{card.error?.code ?? 'Loading…'}</p>;
  const { id, state } = card.result;
  return (
    <section>
      <p>The card is {freeze.result?.state ?? state}.</p>
      <button type="button" onClick={() => void freeze.run({ cardId: id })}>
        Freeze
      </button>
      {freeze.error && <p role="alert">{freeze.error.code}</p>}
    </section>
  );
}

export default function App() {
  const { status, session } = useSession(wallet);
  return (
    <main>
      <h1>Your card</h1>
      <payments-sign-in wallet={wallet} />
      {(status === 'active' || status === 'expiring') && <Card key={session?.accountId} />}
      <payments-sessions wallet={wallet} />
    </main>
  );
}
