import { type Examples, onePage } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { Card } from './schemas.ts';

const card: Card = {
  id: 'Card:7c1e',
  cardholderId: 'Customer:91ab',
  state: 'FROZEN',
  stateReason: null,
  form: 'VIRTUAL',
  fundingSources: ['InternalAccount:40de'],
  currency: 'USD',
  last4: '4242',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  update: { input: { id: 'Card:7c1e', state: 'FROZEN' }, result: card },
  get: { input: { id: 'Card:7c1e' }, result: card },
  reveal: {
    input: { id: 'Card:7c1e' },
    result: {
      panEmbedUrl: 'https://issuer.example.com/embed/3f9c',
      expiresAt: '2026-01-05T09:05:00Z',
    },
  },
  list: { input: { cardholderId: 'Customer:91ab' }, result: onePage(card) },
  create: {
    input: {
      cardholderId: 'Customer:91ab',
      form: 'VIRTUAL',
      fundingSources: ['InternalAccount:40de'],
    },
    result: { ...card, state: 'PENDING_ISSUE' },
  },
};
