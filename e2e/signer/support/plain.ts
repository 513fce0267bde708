import { createWallet } from '@org/payments-wallet';

/** A page that holds its own key, on the origin of a relay. */
Object.assign(window, { createWallet });
