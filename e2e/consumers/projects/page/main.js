import { createWallet, isWalletError } from '@org/payments-wallet';
import { useSession } from '@org/payments-wallet/react';

const wallet = createWallet({ relay: '/api/wallet' });
wallet.subscribe(() => {
  document.title = wallet.state.status;
});
wallet.ready().catch((error) => {
  if (!isWalletError(error)) throw error;
});
globalThis.app = { wallet, useSession };
