import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId, text } from '../primitives.ts';
import { byFields } from '../reconcile.ts';
import { Card, cardStates, requestableCardStates } from '../schemas/card.ts';
import { page, pageQuery } from '../schemas/page.ts';
import { cardUpdateMachine } from '../states.ts';

const params = z.strictObject({
  /** Id of the card. */
  id: requestId('Card'),
});

const exampleCard: Card = {
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

const body = z
  .strictObject({
    /** The wanted state; `CLOSED` is final. */
    state: z.enum(requestableCardStates).optional(),
    /** Internal account ids in priority order; replaces all sources bound before. */
    fundingSources: z.array(requestId('InternalAccount')).min(1).optional(),
  })
  .refine((update) => update.state !== undefined || update.fundingSources !== undefined, {
    error: 'give state, fundingSources or both',
  })
  .refine((update) => update.state !== 'CLOSED' || update.fundingSources === undefined, {
    error: 'cannot be combined with state CLOSED',
    path: ['fundingSources'],
  });

/**
 * Freezes, unfreezes or closes a card, or replaces its funding sources. Closing is irreversible.
 *
 * Signed: the session must belong to a credential of the card's owning internal account.
 *
 * @see Specification, part 4, `PATCH /cards/{id}`
 */
export const update = operation({
  method: 'PATCH',
  path: '/cards/{id}',
  auth: 'platform',
  signing: 'required',
  retry: 'never',
  origin: 'specified',
  params,
  body,
  responses: { 200: Card },
  errors: ['INVALID_STATE_TRANSITION', 'CARD_NOT_MUTABLE'],
  moves: { field: 'state', machine: cardUpdateMachine },
  reconcile: byFields('cards.get', 'id'),
  example: {
    input: { id: 'Card:7c1e', state: 'FROZEN' },
    result: exampleCard,
  },
});

/**
 * Reads a card.
 *
 * @see Public reference, `GET /cards/{id}`
 */
export const get = operation({
  method: 'GET',
  path: '/cards/{id}',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  params,
  responses: { 200: Card },
  errors: ['NOT_FOUND'],
  example: { input: { id: 'Card:7c1e' }, result: exampleCard },
});

/**
 * Lists cards, newest first.
 *
 * @see Public reference, `GET /cards`
 */
export const list = operation({
  method: 'GET',
  path: '/cards',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  list: true,
  query: z.strictObject({
    cardholderId: requestId('Customer').optional(),
    /** An internal account among the funding sources. */
    accountId: requestId('InternalAccount').optional(),
    platformCardId: text.optional(),
    state: z.enum(cardStates).optional(),
    /** `desc` when left out. */
    sortOrder: z.enum(['asc', 'desc']).optional(),
    ...pageQuery,
  }),
  responses: { 200: page(Card) },
  errors: [],
  example: {
    input: { cardholderId: 'Customer:91ab' },
    result: { data: [exampleCard], hasMore: false, totalCount: 1 },
  },
});

/**
 * Issues a virtual card to a verified customer. It starts in `PENDING_ISSUE`; all funding sources
 * must share one currency.
 *
 * @see Public reference as of 2026-06-15, `POST /cards`
 */
export const create = operation({
  method: 'POST',
  path: '/cards',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'reference',
  body: z.strictObject({
    cardholderId: requestId('Customer'),
    form: z.literal('VIRTUAL'),
    /** Internal account ids in priority order; the first one owns the card. */
    fundingSources: z.array(requestId('InternalAccount')).min(1),
    /** Your own id of the card; generated when left out. */
    platformCardId: text.optional(),
  }),
  responses: { 201: Card },
  errors: ['USER_NOT_FOUND', 'NOT_IMPLEMENTED'],
  example: {
    input: {
      cardholderId: 'Customer:91ab',
      form: 'VIRTUAL',
      fundingSources: ['InternalAccount:40de'],
    },
    result: { ...exampleCard, state: 'PENDING_ISSUE' },
  },
});
