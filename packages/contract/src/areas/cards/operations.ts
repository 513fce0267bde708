import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery, sortOrder } from '../../format/page.ts';
import { byCreated, byFields, byRepeat } from '../../format/reconcile.ts';
import { requestId, text } from '../../format/request-values.ts';
import { Card, CardReveal, cardCreate, cardUpdate } from './schemas.ts';
import { cardStates, cardUpdateMachine } from './states.ts';

const params = strictObject({
  /** The card's id. */
  id: requestId('Card'),
});

/**
 * Freezes, unfreezes or closes a card, or replaces its funding sources. Closing is irreversible.
 *
 * Signed: the session must belong to a credential of the card's owning internal account.
 *
 * @see Specification, part 4, `PATCH /cards/{id}`
 */
export const update = operation('PATCH /cards/{id}', {
  risk: 'irreversible',
  // A card that can pay again, or from another account, lets its holder do more.
  isRisk: ({ state, fundingSources }) =>
    state === 'CLOSED' || ((state !== 'FROZEN' || !!fundingSources) && 'raises-authority'),
  signing: 'required',
  params,
  body: cardUpdate,
  responses: { 200: Card },
  errors: ['INVALID_STATE_TRANSITION', 'CARD_NOT_MUTABLE'],
  statuses: [501],
  moves: { field: 'state', machine: cardUpdateMachine },
  reconcile: byFields('cards.get', 'id'),
});

/**
 * Reads a card.
 *
 * @see Public reference, `GET /cards/{id}`
 */
export const get = operation('GET /cards/{id}', {
  params,
  responses: { 200: Card },
  statuses: [501],
});

/**
 * Lists cards, newest first.
 *
 * @see Public reference, `GET /cards`
 */
export const list = operation('GET /cards', {
  query: strictObject({
    /** Only cards of this customer. */
    cardholderId: z.optional(requestId('Customer')),
    /** Only cards with this internal account among their funding sources. */
    accountId: z.optional(requestId('InternalAccount')),
    /** Only the card with this platform-assigned id. */
    platformCardId: z.optional(text),
    /** Only cards in this state. */
    state: z.optional(z.enum(cardStates)),
    /** Order by creation. Default `desc`. */
    sortOrder,
    ...pageQuery,
  }),
  responses: { 200: page(Card) },
  statuses: [501],
});

/**
 * Issues a virtual card to a verified customer. It starts in `PENDING_ISSUE`; all funding sources
 * must share one currency.
 *
 * @see Public reference as of 2026-06-15, `POST /cards`
 */
export const create = operation('POST /cards', {
  risk: 'raises-authority',
  body: cardCreate,
  responses: { 201: Card },
  errors: ['USER_NOT_FOUND'],
  statuses: [501],
  reconcile: byCreated('cards.list', ['cardholderId'], 'platformCardId'),
});

/**
 * Creates a short-lived page of the issuer that shows the number, code and expiry of an active or
 * frozen card. The number never passes through the service.
 *
 * @see Public reference, `POST /cards/{id}/reveal`
 */
export const reveal = operation('POST /cards/{id}/reveal', {
  risk: 'raises-authority',
  params,
  responses: { 200: CardReveal },
  result: { fields: ['panEmbedUrl'] },
  errors: ['FORBIDDEN'],
  statuses: [501],
  reconcile: byRepeat('Another page is created; the lost one expires.'),
});
