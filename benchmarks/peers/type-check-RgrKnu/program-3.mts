import Stripe from 'stripe';
export const customer = await new Stripe('sk').customers.retrieve('cus');
