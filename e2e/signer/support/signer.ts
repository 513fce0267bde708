import { startSigner } from '@org/payments-wallet/signer';

/** The page of the signer's origin; its server wrote the application's origin into the title. */

Object.assign(window, { signer: startSigner({ relay: '/relay', pages: [document.title] }) });
