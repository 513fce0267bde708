import * as z from 'zod';
import { pageQuery, sortOrder } from '../../format/page.ts';
import { dateTime, text } from '../../format/request-values.ts';
import { transactionTypes } from './schemas.ts';
import { transactionStatuses } from './states.ts';

/** The filters of every list of transactions. */
export const transactionQuery = {
  /** Matches sender or receiver. */
  accountIdentifier: text.optional(),
  /** Matches the sender only. */
  senderAccountIdentifier: text.optional(),
  /** Matches the receiver only. */
  receiverAccountIdentifier: text.optional(),
  /** Only transactions in this status. */
  status: z.enum(transactionStatuses).optional(),
  /** Only incoming or only outgoing transactions. */
  type: z.enum(transactionTypes).optional(),
  /** The `reference` of the reconciliation instructions. */
  reference: text.optional(),
  /** Created at this time or later. */
  startDate: dateTime.optional(),
  /** Created at this time or earlier. */
  endDate: dateTime.optional(),
  /** Order by creation. Default `desc`. */
  sortOrder,
  ...pageQuery,
};
