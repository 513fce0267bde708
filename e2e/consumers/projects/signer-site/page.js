import { createWallet } from '@org/payments-wallet';

/** The page of the application; its address names the signer. */
const origin = new URLSearchParams(location.search).get('signer');
window.wallet = createWallet({ signer: { origin } });
