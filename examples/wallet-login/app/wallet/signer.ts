import { startSigner } from '@org/payments-wallet/signer';
import type { DemoActions } from './create-demo-wallet.ts';

const cardChange =
  (state: string) =>
  ({ cardId: id }: DemoActions['freezeCard']['input']) =>
    ({ operation: 'cards.update', input: { id, state } }) as const;

startSigner({
  relay: '/api/wallet',
  pages: [document.querySelector<HTMLMetaElement>('meta[name=page]')?.content ?? ''],
  changes: {
    freezeCard: cardChange('FROZEN'),
    unfreezeCard: cardChange('ACTIVE'),
    pay: (input: DemoActions['pay']['input']) => ({ operation: 'quotes.execute', input }),
  },
});
