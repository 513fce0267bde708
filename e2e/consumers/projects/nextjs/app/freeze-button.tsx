'use client';

import type { RelayActions } from '@org/payments-relay';
import { createWallet } from '@org/payments-wallet';
import { useSignedAction, useWallet } from '@org/payments-wallet/react';
import type { Relay } from '../lib/payments';

const wallet = createWallet<RelayActions<Relay>>({ relay: '/api/wallet' });

export function FreezeButton({ cardId }: { readonly cardId: string }) {
  const { status } = useWallet(wallet);
  const freeze = useSignedAction(wallet, 'freezeCard');
  return (
    <button type="button" onClick={() => void freeze.run({ cardId })}>
      Freeze ({status})
    </button>
  );
}
