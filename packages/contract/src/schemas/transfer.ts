import * as z from 'zod';
import { integer, requestId, text } from '../primitives.ts';

const internalAccount = z.strictObject({ accountId: requestId('InternalAccount') });
const externalAccount = z.strictObject({ accountId: requestId('ExternalAccount') });
/** In the smallest unit of the accounts' currency. */
const amount = integer.positive();

/** Header fields of operations that move money. */
export const transferHeaders = z.strictObject({
  /** Repeating a key gives the first answer again. Generated when left out. */
  idempotencyKey: text.optional(),
});

/** The body of a transfer from an external account. */
export const transferIn = z.strictObject({
  source: externalAccount,
  destination: internalAccount,
  amount,
});

/** The body of a transfer to an external account. */
export const transferOut = z.strictObject({
  source: internalAccount,
  destination: externalAccount,
  amount,
  remittanceInformation: z.string().max(80).optional(),
});
