import * as z from 'zod';
import { pageQuery, sortOrder } from '../../format/page.ts';
import { dateTime, nonEmpty } from '../../format/request-values.ts';
import { transactionTypes } from './schemas.ts';
import { transactionStatuses } from './states.ts';

/** The filters of every list of transactions. */
export const transactionQuery = {
  /** Only transactions whose sender or receiver has this identifier. */
  accountIdentifier: nonEmpty.optional(),
  /** Only transactions whose sender has this identifier. */
  senderAccountIdentifier: nonEmpty.optional(),
  /** Only transactions whose receiver has this identifier. */
  receiverAccountIdentifier: nonEmpty.optional(),
  /** Only transactions in this status. */
  status: z.enum(transactionStatuses).optional(),
  /** Only incoming or only outgoing transactions. */
  type: z.enum(transactionTypes).optional(),
  /** Only the transaction with this `reference` in its reconciliation instructions. */
  reference: nonEmpty.optional(),
  /** Created at this time or later. */
  startDate: dateTime.optional(),
  /** Created at this time or earlier. */
  endDate: dateTime.optional(),
  /** Order by creation. Default `desc`. */
  sortOrder,
  ...pageQuery,
};
