import { germanTexts, startSigner } from '@org/payments-wallet/signer';

/** The page of the signer's origin; its server wrote the application's origin into the title. */

const prompt = localStorage.getItem('prompt');

Object.assign(window, {
  signer: startSigner({
    relay: '/relay',
    pages: [document.title],
    ...(location.search === '?de' ? { texts: germanTexts } : {}),
    ...(prompt === 'default' ? {} : { prompt: prompt === 'window' ? prompt : 'frame' }),
    changes: {
      freezeCard: ({ cardId }: { readonly cardId: string }) => ({
        operation: 'cards.update',
        input: { id: cardId, state: 'FROZEN' },
      }),
      pay: ({ quoteId }: { readonly quoteId: string }) => ({
        operation: 'quotes.execute',
        input: { quoteId },
      }),
    },
  }),
});

/** Reports to the embedding page that a greeting was ignored: nothing listens on its port then. */
window.addEventListener('message', ({ ports: [port] }) => {
  if (port !== undefined && port.onmessage === null) parent.postMessage('ignored', '*');
});
