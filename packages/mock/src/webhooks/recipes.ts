import type {
  AgentAction,
  Card,
  CardTransaction,
  InternalAccount,
  Transaction,
  Verification,
} from '@org/payments-contract';
import { agentActions } from '../areas/agents/actions.ts';
import { cards, cardTransactions } from '../areas/cards/cards.ts';
import { addCard } from '../areas/cards/fixture.ts';
import { customers } from '../areas/customers/customers.ts';
import { addCustomer } from '../areas/customers/fixture.ts';
import { externalAccounts } from '../areas/external-accounts/external-accounts.ts';
import * as areas from '../areas/index.ts';
import { addAccount } from '../areas/internal-accounts/fixture.ts';
import { accounts } from '../areas/internal-accounts/internal-accounts.ts';
import { invitations } from '../areas/invitations/invitations.ts';
import type { TransactionFields } from '../areas/transactions/fixture.ts';
import { transactions } from '../areas/transactions/transactions.ts';
import { iso } from '../clock.ts';
import { money } from '../currencies.ts';
import type { Scene } from '../world.ts';

/**
 * Adds resources and changes them so that an event is emitted; returns the id of the resource in
 * the event.
 */
export type Recipe = (scene: Scene, name: string) => unknown;

const AMOUNT = 125_00;
const now = ({ write }: Scene) => iso(write.now);

/** Returns a recipe that adds a pending payment and moves it to a status or a refund. */
function payment(type: Transaction['type']): Recipe {
  return (scene, name) => {
    const customer = addCustomer(scene);
    addAccount(scene, { customerId: customer.id, available: 1_000_00 });
    const refund = name.startsWith('REFUND_') ? name.slice('REFUND_'.length) : undefined;
    const isOutgoing = type === 'OUTGOING';
    const amount = isOutgoing ? { sentAmount: money(AMOUNT, 'USD') } : {};
    const { id } = areas.transactionsArea.fixtures.transaction.add(scene, {
      ...amount,
      type,
      customerId: customer.id,
      movesMoney: true,
      status: 'PENDING',
      description: 'Invoice 2026-014',
    } as TransactionFields);
    const added = transactions.require(scene, id);
    const status = refund === undefined ? name : 'FAILED';
    const isKnown = status !== 'PENDING' && status !== 'PENDING_AUTHORIZATION';
    const record = isKnown
      ? transactions.change(scene, added, { status } as Partial<Transaction>)
      : added;
    if (refund === undefined) return transactions.view(record, scene.world);
    const refunded = transactions.change(scene, record, {
      refund: { reference: 'REFUND-014', initiatedAt: now(scene), status: refund },
    } as Partial<Transaction>);
    return transactions.view(refunded, scene.world);
  };
}

const customer: Recipe = (scene, name) => {
  const [check, status = ''] = name.split('_');
  const field = check === 'KYB' ? 'kybStatus' : 'kycStatus';
  const before = status === 'PENDING' ? 'UNVERIFIED' : 'PENDING';
  const added = addCustomer(scene, {
    ...(check === 'KYB' ? { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } } : {}),
    [field]: before,
  });
  return customers.change(scene, added, { [field]: status });
};

const verification: Recipe = (scene, name) => {
  const [verifications] = areas.verificationsArea.resources;
  const { id: customerId } = addCustomer(scene, { kycStatus: 'PENDING' });
  const type = name === 'REJECTED' ? 'APPLICANT_REJECTED' : 'MISSING_FIELD';
  const reason = name === 'REJECTED' ? 'The applicant was rejected.' : 'The address is missing.';
  const hasErrors = name === 'REJECTED' || name === 'RESOLVE_ERRORS';
  return verifications.add(scene, {
    customerId,
    verificationStatus: name,
    errors: hasErrors ? [{ resourceId: customerId, type, reason }] : [],
  } as Verification);
};

function accountChange(name: string): Partial<InternalAccount> {
  if (name === 'STATUS_UPDATED') return { status: 'FROZEN' };
  const accountOrWalletInfo = { accountType: 'USD_ACCOUNT', accountNumber: '000123456789' };
  return { fundingPaymentInstructions: [{ accountOrWalletInfo }] };
}

const internalAccount: Recipe = (scene, name) => {
  const { id: customerId } = addCustomer(scene);
  const account = addAccount(scene, { customerId, available: AMOUNT });
  return name === 'BALANCE_UPDATED'
    ? account
    : accounts.change(scene, account, accountChange(name));
};

const externalAccount: Recipe = (scene) => {
  const { id } = areas.externalAccountsArea.fixtures.externalAccount.add(scene, {
    status: 'PENDING',
  });
  const added = externalAccounts.require(scene, id);
  const changed = externalAccounts.change(scene, added, { status: 'ACTIVE' });
  return externalAccounts.view(changed, scene.world);
};

const invitation: Recipe = (scene) => {
  const { code } = areas.invitationsArea.fixtures.invitation.add(scene, { firstName: 'Ada' });
  const claimed = invitations.move(scene, invitations.require(scene, code), 'CLAIMED', {
    inviteeUma: '$grace@wallet.example.com',
    claimedAt: now(scene),
  });
  return invitations.view(claimed, scene.world);
};

const card: Recipe = (scene, name) => {
  const { id, cardholderId, fundingSources } = addCard(scene);
  const record = cards.require(scene, id);
  if (name === 'STATE_CHANGE') {
    return cards.view(cards.change(scene, record, { state: 'FROZEN' }), scene.world);
  }
  const further = addAccount(scene, { customerId: cardholderId });
  const all = [...fundingSources, further.id] as Card['fundingSources'];
  return cards.view(cards.change(scene, record, { fundingSources: all }), scene.world);
};

/** The share of a card transaction that is settled and returned, by its status. */
const cardAmounts: Readonly<Record<string, readonly [settled: number, refunded: number]>> = {
  AUTHORIZED: [0, 0],
  PARTIALLY_SETTLED: [AMOUNT - 1_00, 0],
  SETTLED: [AMOUNT, 0],
  REFUNDED: [AMOUNT, AMOUNT],
  EXCEPTION: [0, 0],
};

const cardTransaction: Recipe = (scene, status) => {
  const { id: cardId, fundingSources } = addCard(scene);
  const [settled = 0, refunded = 0] = cardAmounts[status] ?? [];
  const summary = (amount: number) => ({ count: amount === 0 ? 0 : 1, totalAmount: amount });
  return cardTransactions.add(scene, {
    cardId,
    status,
    merchant: { descriptor: 'COFFEE SHOP', mcc: '5814', country: 'US' },
    authorizedAmount: money(AMOUNT, 'USD'),
    ...(settled === 0 ? {} : { settledAmount: money(settled, 'USD') }),
    ...(refunded === 0 ? {} : { refundedAmount: money(refunded, 'USD') }),
    accountId: fundingSources[0],
    pullSummary: { ...summary(status === 'EXCEPTION' ? 0 : AMOUNT), pendingCount: 0 },
    refundSummary: summary(refunded),
    settlementSummary: summary(settled),
    authorizedAt: now(scene),
    lastEventAt: now(scene),
  } as unknown as CardTransaction);
};

const agentAction: Recipe = (scene) => {
  const { agent } = areas.agentsArea.fixtures.agent.add(scene);
  const { id: source } = addAccount(scene, { customerId: agent.customerId, available: AMOUNT });
  const external = { customerId: agent.customerId };
  const { id: destination } = areas.externalAccountsArea.fixtures.externalAccount.add(
    scene,
    external,
  );
  return agentActions.add(scene, {
    agentId: agent.id,
    customerId: agent.customerId,
    platformCustomerId: customers.require(scene, agent.customerId).platformCustomerId,
    status: 'PENDING_APPROVAL',
    type: 'TRANSFER_OUT',
    transferDetails: {
      amount: AMOUNT,
      currency: 'USD',
      sourceAccountId: source,
      destinationAccountId: destination,
    },
  } as AgentAction);
};

const bulkUpload: Recipe = (scene, status) => {
  const failed = status === 'FAILED' ? 20 : 1;
  return {
    id: `Job:${scene.world.random.uuid('job')}`,
    status,
    progress: { total: 20, processed: 20, successful: 20 - failed, failed },
    completedAt: now(scene),
  };
};

/** The recipe for each group of events. */
export const recipes: Readonly<Record<string, Recipe>> = {
  OUTGOING_PAYMENT: payment('OUTGOING'),
  INCOMING_PAYMENT: payment('INCOMING'),
  CUSTOMER: customer,
  VERIFICATION: verification,
  INTERNAL_ACCOUNT: internalAccount,
  EXTERNAL_ACCOUNT: externalAccount,
  INVITATION: invitation,
  BULK_UPLOAD: bulkUpload,
  AGENT_ACTION: agentAction,
  CARD: card,
  CARD_TRANSACTION: cardTransaction,
  TEST: () => undefined,
};
