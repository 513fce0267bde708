import { area } from '../../engine/area.ts';
import { decidePayment } from './decide.ts';
import {
  approveTransaction,
  cancelTransaction,
  confirmReceipt,
  rejectTransaction,
} from './decisions.ts';
import { transactionFixture } from './fixture.ts';
import { transactionRecipes } from './recipes.ts';
import { transactions } from './transactions.ts';

/** Incoming and outgoing payments. */
export const transactionsArea = area({
  resources: [transactions],
  operations: {
    'transactions.approve': approveTransaction,
    'transactions.cancel': cancelTransaction,
    'transactions.confirmReceipt': confirmReceipt,
    'transactions.reject': rejectTransaction,
  },
  ports: { decidePayment },
  fixtures: {
    /**
     * Adds a pending payment of 10.00 USD, incoming by default. It moves no money
     * unless `movesMoney` is set. Without `customerId`, a customer is added too.
     */
    transaction: transactionFixture,
  },
  recipes: transactionRecipes,
});
