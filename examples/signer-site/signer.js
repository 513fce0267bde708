import { startSigner } from '@org/payments-wallet/signer';

/** The signer of your site. `build.mjs` fills in the two options of its command. */
startSigner({
  pages: [PAGE],
  relay: RELAY,
  // Your signed actions: what each is at the service, so that the prompt says it in words.
  changes: {
    freezeCard: ({ cardId }) => ({
      operation: 'cards.update',
      input: { id: cardId, state: 'FROZEN' },
    }),
  },
});
