import * as z from 'zod';
import { dateTime, text } from '../primitives.ts';
import { pageQuery } from './page.ts';
import { transactionStatuses, transactionTypes } from './transaction.ts';

/** The filters of every list of transactions. */
export const transactionQuery = {
  /** Matches sender or receiver. */
  accountIdentifier: text.optional(),
  senderAccountIdentifier: text.optional(),
  receiverAccountIdentifier: text.optional(),
  status: z.enum(transactionStatuses).optional(),
  type: z.enum(transactionTypes).optional(),
  reference: text.optional(),
  /** Inclusive. */
  startDate: dateTime.optional(),
  /** Inclusive. */
  endDate: dateTime.optional(),
  /** `desc` when left out. */
  sortOrder: z.enum(['asc', 'desc']).optional(),
  ...pageQuery,
};
