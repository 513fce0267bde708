import { startSigner } from '@org/payments-wallet/signer';

/** The page of the signer's origin; its server wrote the application's origin into the title. */

Object.assign(window, { signer: startSigner({ relay: '/relay', pages: [document.title] }) });

/** Reports to the embedding page that a greeting was ignored: nothing listens on its port then. */
window.addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined && port.onmessage === null) parent.postMessage('ignored', '*');
});
