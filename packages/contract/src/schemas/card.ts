import * as z from 'zod';
import { dateTime, id, integer, openEnum, resource, secret } from '../primitives.ts';

export const cardStates = ['PENDING_KYC', 'PENDING_ISSUE', 'ACTIVE', 'FROZEN', 'CLOSED'] as const;
export const cardStateReasons = [
  'ISSUER_REJECTED',
  'CLOSED_BY_PLATFORM',
  'CLOSED_BY_GRID',
] as const;
export const cardBrands = ['VISA', 'MASTERCARD'] as const;
/** States a card update may ask for. */
export const requestableCardStates = ['ACTIVE', 'FROZEN', 'CLOSED'] as const;

const cardShape = resource({
  id: id('Card'),
  cardholderId: id('Customer'),
  state: openEnum(cardStates),
  form: openEnum(['VIRTUAL']),
  /** Internal account ids, the first tried first. */
  fundingSources: z.array(id('InternalAccount')),
  createdAt: dateTime,
  updatedAt: dateTime,
  platformCardId: z.string().optional(),
  /** Why the card is closed or was not issued; otherwise null. */
  stateReason: openEnum(cardStateReasons).nullable().optional(),
  brand: openEnum(cardBrands).optional(),
  last4: z.string().optional(),
  expMonth: integer.min(1).max(12).optional(),
  expYear: integer.optional(),
  /** Issuer page that shows the number; the number itself never passes through the service. */
  panEmbedUrl: secret(z.string()).optional(),
  currency: z.string().optional(),
  issuerRef: z.string().optional(),
});

/** A card issued against internal accounts. */
export interface Card extends z.output<typeof cardShape> {}
export const Card: z.ZodType<Card> = cardShape;
