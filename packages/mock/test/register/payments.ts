import type { Lab, Reply } from '../lab/lab.ts';
import { agentScene } from '../support/agents.ts';
import { cardScene } from '../support/cards.ts';
import { arrival, payer } from '../support/payers.ts';
import { invalid, type Statement } from './statement.ts';

/** An account, used by an agent whose policy allows some accounts. */
async function restricted(lab: Lab, isAllowed: boolean): Promise<Reply> {
  const scene = agentScene(lab);
  const other = lab.mock.add.internalAccount({ customerId: scene.customerId });
  const allowed = isAllowed ? scene.account : other;
  await scene.setPolicy({ accountRestrictions: { allowedAccountIds: [allowed.id] } });
  return scene.out(100);
}

async function limited(lab: Lab, way: 'out' | 'takeIn', amount: number): Promise<Reply> {
  const scene = agentScene(lab);
  const spendingLimits = { currency: 'USD', perTransactionLimit: 100 };
  await scene.setPolicy({ spendingLimits });
  return way === 'out' ? scene.out(amount) : scene.takeIn(amount);
}

/** An agent's execution of its quote, which it was allowed to make with a limit. */
async function executedByAgent(lab: Lab, perTransactionLimit: number): Promise<Reply> {
  const permissions = ['CREATE_QUOTES', 'EXECUTE_QUOTES'] as const;
  const scene = agentScene(lab, { policy: { permissions: [...permissions] } });
  const quote = await scene.asAgent('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: scene.account.id },
    destination: { destinationType: 'ACCOUNT', accountId: scene.external.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1000,
  });
  await scene.setPolicy({ spendingLimits: { currency: 'USD', perTransactionLimit } });
  return scene.asAgent('POST', `/quotes/${quote.body.id}/execute`);
}

const velocity = [403, 'VELOCITY_LIMIT_EXCEEDED'] as const;

const issued = (lab: Lab, more: object, customerId = lab.mock.add.customer().id) => {
  const { account } = lab.mock.add.wallet({ customerId });
  const body = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [account.id], ...more };
  return lab.send('POST', '/cards', body);
};

async function cleared(lab: Lab, isExpired: boolean): Promise<Reply> {
  const scene = cardScene(lab);
  const { body } = await scene.authorize(100);
  if (isExpired) await scene.settle('clearing', body.id, 0);
  return scene.settle('clearing', body.id, 100);
}

/** Statements on quotes, transfers, agents' limits and cards. */
export const paymentStatements: readonly Statement[] = [
  {
    source: 'Specification 2, Agent, policy.accountRestrictions',
    rule: 'an agent uses only the accounts that its policy allows',
    accepted: (lab) => restricted(lab, true),
    refused: (lab) => restricted(lab, false),
    as: [403, 'FORBIDDEN'],
    about: [
      'agents.create policy.accountRestrictions.allowedAccountIds',
      'agents.updatePolicy accountRestrictions.allowedAccountIds',
    ],
  },
  {
    source: 'Specification 8, agent limits',
    rule: 'an agent pays out at most what its policy allows',
    accepted: (lab) => limited(lab, 'out', 100),
    refused: (lab) => limited(lab, 'out', 101),
    as: velocity,
    about: ['agent.transfers.createOut'],
  },
  {
    source: 'Specification 8, agent limits',
    rule: 'an agent collects at most what its policy allows',
    accepted: (lab) => limited(lab, 'takeIn', 100),
    refused: (lab) => limited(lab, 'takeIn', 101),
    as: velocity,
    about: ['agent.transfers.createIn'],
  },
  {
    source: 'Specification 8, agent limits',
    rule: 'an agent executes a quote only within its policy',
    accepted: (lab) => executedByAgent(lab, 1000),
    refused: (lab) => executedByAgent(lab, 999),
    as: velocity,
    about: ['agent.quotes.execute'],
  },
  {
    source: 'Reference, agent.actions.get',
    rule: 'an agent reads only its own actions',
    async accepted(lab) {
      const scene = agentScene(lab);
      const { body } = await scene.out(100);
      return scene.asAgent('GET', `/actions/${body.id}`);
    },
    async refused(lab) {
      const { body } = await agentScene(lab).out(100);
      return agentScene(lab).asAgent('GET', `/actions/${body.id}`);
    },
    as: [404, 'NOT_FOUND'],
    about: ['agent.actions.get'],
  },
  {
    source: 'Reference, quotes.execute',
    rule: 'a quote is executed at most once',
    async accepted(lab) {
      const scene = payer(lab);
      return scene.execute((await scene.quote()).id);
    },
    async refused(lab) {
      const scene = payer(lab);
      const { id } = await scene.quote();
      await scene.execute(id);
      return scene.execute(id);
    },
    as: [409, 'CONFLICT'],
    about: ['quotes.execute'],
  },
  {
    source: 'Reference, agent.quotes.get',
    rule: 'an agent reads only quotes that it created',
    async accepted(lab) {
      const scene = agentScene(lab, { policy: { permissions: ['CREATE_QUOTES'] } });
      const quote = await scene.asAgent('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: scene.account.id },
        destination: { destinationType: 'ACCOUNT', accountId: scene.external.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1000,
      });
      return scene.asAgent('GET', `/quotes/${quote.body.id}`);
    },
    async refused(lab) {
      const { id } = await payer(lab).quote();
      return agentScene(lab, { policy: { permissions: ['CREATE_QUOTES'] } }).asAgent(
        'GET',
        `/quotes/${id}`,
      );
    },
    as: [404, 'QUOTE_NOT_FOUND'],
  },
  {
    source: 'Reference, quotes.create, platformFeeOverride',
    rule: 'a fee override is only supported for a payment from USD',
    accepted: (lab) =>
      payer(lab).ask({
        platformFeeOverride: {
          platformFixedFee: { amount: 10, currency: 'USD' },
          platformVariableFeeBps: 10,
        },
      }),
    refused(lab) {
      const scene = payer(lab);
      const { customerId } = scene;
      const euros = lab.mock.add.internalAccount({ customerId, currency: 'EUR', available: 1e6 });
      return scene.ask({
        source: { sourceType: 'ACCOUNT', accountId: euros.id },
        platformFeeOverride: {
          platformFixedFee: { amount: 10, currency: 'EUR' },
          platformVariableFeeBps: 10,
        },
      });
    },
    as: invalid('platformFeeOverride'),
  },
  {
    source: 'Reference, transactions.approve',
    rule: 'only a payment that waits for the platform is approved',
    accepted: async (lab) => (await arrival(lab)).decide('approve'),
    async refused(lab) {
      const { decide } = await arrival(lab);
      await decide('approve');
      return decide('approve');
    },
    as: [409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  },
  {
    source: 'Reference, externalAccounts.delete',
    rule: 'an account that a payment is using cannot be removed',
    accepted: (lab) =>
      lab.send('DELETE', `/customers/external-accounts/${lab.mock.add.externalAccount().id}`),
    async refused(lab) {
      const scene = payer(lab, '000123003');
      await scene.execute((await scene.quote()).id);
      return lab.send('DELETE', `/customers/external-accounts/${scene.external.id}`);
    },
    as: [409, 'CONFLICT'],
    about: ['externalAccounts.delete'],
  },
  {
    source: 'Reference, cards.create, cardholderId',
    rule: 'a cardholder must be verified',
    accepted: (lab) => issued(lab, {}),
    refused: (lab) => issued(lab, {}, lab.mock.add.customer({ kycStatus: 'PENDING' }).id),
    as: invalid('cardholderId'),
    about: ['cards.create cardholderId'],
  },
  {
    source: 'Specification 2, Card, currency',
    rule: 'the funding sources of a card must share one currency',
    accepted: (lab) => issued(lab, {}),
    refused(lab) {
      const { id: customerId } = lab.mock.add.customer();
      const one = lab.mock.add.wallet({ customerId }).account;
      const other = lab.mock.add.internalAccount({ customerId, currency: 'EUR' });
      return issued(lab, { fundingSources: [one.id, other.id] }, customerId);
    },
    as: invalid('fundingSources.1'),
    about: ['cards.create'],
  },
  {
    source: 'Specification 2, Card, form',
    rule: 'a card has only the form VIRTUAL',
    accepted: (lab) => issued(lab, {}),
    refused: (lab) => issued(lab, { form: 'PHYSICAL' }),
    as: invalid('form'),
    about: ['cards.create form'],
  },
  {
    source: 'Reference, sandbox.simulateClearing, amount',
    rule: 'an authorization that expired by a clearing of 0 cannot be settled',
    accepted: (lab) => cleared(lab, false),
    refused: (lab) => cleared(lab, true),
    as: [409, 'CONFLICT'],
  },
];
