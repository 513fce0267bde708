import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { integer, requestId, text } from '../../format/request-values.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { inUnit } from '../../format/units.ts';
import { cardStates, requestableCardStates } from './states.ts';

export const cardStateReasons = [
  'ISSUER_REJECTED',
  'CLOSED_BY_PLATFORM',
  'CLOSED_BY_GRID',
] as const;
export const cardBrands = ['VISA', 'MASTERCARD'] as const;

const cardShape = resource({
  /** `Card:<id>`, assigned by the service. */
  id: id('Card'),
  /** The customer who holds the card. */
  cardholderId: id('Customer'),
  /** The card's state. */
  state: openEnum(cardStates),
  /** The card's form; only `VIRTUAL` exists. */
  form: openEnum(['VIRTUAL']),
  /** Internal account ids, in the order in which they are tried. */
  fundingSources: z.array(id('InternalAccount')),
  /** When the card was issued. */
  createdAt: timestamp,
  /** When the card last changed. */
  updatedAt: timestamp,
  /** The platform's own id of the card. */
  platformCardId: z.optional(z.string()),
  /** Why the card is closed or was not issued; otherwise null. */
  stateReason: z.optional(z.nullable(openEnum(cardStateReasons))),
  /** The card network. */
  brand: z.optional(openEnum(cardBrands)),
  /** Last four digits of the card number. */
  last4: z.optional(z.string()),
  /** Month of expiry, 1 to 12. */
  expMonth: z.optional(inUnit(integer, 'month')),
  /** Year of expiry, four digits. */
  expYear: z.optional(inUnit(integer, 'year')),
  /** Issuer page that shows the number; the number itself never passes through the service. */
  panEmbedUrl: z.optional(secret(z.string())),
  /** Code of the currency that all funding sources share. */
  currency: z.optional(z.string()),
  /** The issuer's opaque id of the card. */
  issuerRef: z.optional(z.string()),
});

/** A card issued against internal accounts. */
export interface Card extends z.output<typeof cardShape> {}
export const Card: z.ZodMiniType<Card> = cardShape;

const cardRevealShape = resource({
  /** Issuer page for one view. Anyone with the link sees the card's number: never log it. */
  panEmbedUrl: secret(z.string().check(z.minLength(1))),
  /** When the page stops working. */
  expiresAt: timestamp,
});

/** A short-lived page that shows a card's number. */
export interface CardReveal extends z.output<typeof cardRevealShape> {}
export const CardReveal: z.ZodMiniType<CardReveal> = cardRevealShape;

/** The body that changes a card. */
export const cardUpdate = strictObject({
  /** The state to move to. `CLOSED` is irreversible and cannot be combined with `fundingSources`. */
  state: z.optional(z.enum(requestableCardStates)),
  /** Internal account ids in priority order; replaces all sources bound before. */
  fundingSources: z.optional(z.array(requestId('InternalAccount')).check(z.minLength(1))),
}).check(
  z.refine((update) => update.state !== undefined || update.fundingSources !== undefined, {
    error: 'provide state, fundingSources or both',
  }),
  z.refine((update) => update.state !== 'CLOSED' || update.fundingSources === undefined, {
    error: 'cannot be combined with state CLOSED',
    path: ['fundingSources'],
  }),
);

/** The body that issues a card. */
export const cardCreate = strictObject({
  /** The customer who will hold the card; must be verified. */
  cardholderId: requestId('Customer'),
  /** The card's form; only `VIRTUAL` exists. */
  form: z.literal('VIRTUAL'),
  /** Internal account ids in priority order, all in one currency; the first one owns the card. */
  fundingSources: z.array(requestId('InternalAccount')).check(z.minLength(1)),
  /** Your own id for the card; generated when left out. */
  platformCardId: z.optional(text),
});
