import { createPaymentsClient } from '@org/payments-sdk';

const payments = createPaymentsClient({
  baseUrl: `${process.argv[2]}/2025-10-13`,
  tokenId: 'token',
  clientSecret: 'secret',
});
const card = await payments.cards.get({ id: 'Card:7c1e' });
console.log(card.id);
process.exit(0);
