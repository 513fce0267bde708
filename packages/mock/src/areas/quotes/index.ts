import { area } from '../../engine/area.ts';
import { createQuoteOperation } from './create.ts';
import { quoteDesk } from './desk.ts';
import { executeQuote } from './execute.ts';
import { lookups } from './lookups.ts';
import { quotes } from './quotes.ts';
import { lookUpExternalAccount, lookUpUma } from './receivers.ts';
import { estimateWithdrawalFee } from './withdrawal-fee.ts';

/** Quotes: rates and fees that hold for some minutes, and the payments they drive. */
export const quotesArea = area({
  resources: [quotes],
  tables: [lookups],
  ports: { quoteDesk },
  operations: {
    'quotes.create': createQuoteOperation,
    'quotes.execute': executeQuote,
    'quotes.estimateWithdrawalFee': estimateWithdrawalFee,
    'receivers.lookUpUma': lookUpUma,
    'receivers.lookUpExternalAccount': lookUpExternalAccount,
  },
});
