import { createPaymentsClient } from '@org/payments-sdk';
export const card = await createPaymentsClient().cards.get({ id: 'Card:1' });
