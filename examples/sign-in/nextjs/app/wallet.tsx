'use client';

import {
  createWallet,
  type RelayActions,
  type Review,
  type WalletState,
} from '@org/payments-wallet';
import { useSession, useSignedAction } from '@org/payments-wallet/react';
import { keepSessionCookie } from '@org/payments-wallet/ssr';
import { defineElements, type ElementWallet, type ReviewElement } from '@org/payments-wallet/ui';
import { useEffect } from 'react';
import type { Relay } from '../relay';

defineElements();

/** The element that asks the person, once it is in the page. */
let reviewer: ReviewElement | null = null;
const review: Review = (...asked) =>
  reviewer?.review(...asked) ?? Promise.reject(new Error('The page shows no review.'));

const wallet = createWallet<RelayActions<Relay>>({
  relay: '/api/wallet',
  review,
  changes: {
    freezeCard: ({ cardId }: { cardId: string }) => ({
      operation: 'cards.update',
      input: { id: cardId, state: 'FROZEN' },
    }),
  },
});
keepSessionCookie(wallet);

/** In a `ref`: React sets no properties of elements that the server rendered. */
function bind(element: { wallet: ElementWallet | undefined } | null): void {
  if (element !== null) element.wallet = wallet;
}

function Card({ isReady }: { readonly isReady: boolean }) {
  const card = useSignedAction(wallet, 'readCard');
  const freeze = useSignedAction(wallet, 'freezeCard');
  const { run: read } = card;
  useEffect(() => {
    if (isReady) void read({});
  }, [isReady, read]);
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

export function Wallet({ initial }: { readonly initial: WalletState }) {
  const { status, session, ready } = useSession(wallet, initial);
  return (
    <main>
      <h1>Your card</h1>
      <payments-sign-in ref={bind} />
      {(status === 'active' || status === 'expiring') && (
        <Card key={session?.accountId} isReady={ready} />
      )}
      <payments-sessions ref={bind} />
      <payments-review
        ref={(element: ReviewElement | null) => {
          reviewer = element;
        }}
      />
    </main>
  );
}
