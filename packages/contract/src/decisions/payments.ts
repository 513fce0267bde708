import type { Decision } from './decision.ts';

/** Decisions on quotes, transactions and agents. */
export const paymentDecisions: readonly Decision[] = [
  {
    operations: ['transactions.list', 'transactions.get', 'agent.transactions.list'],
    decision: 'A payment has one of eight statuses; `PENDING_AUTHORIZATION` is accepted, not sent.',
    reason: 'The specification lists eight.',
    changes: ['*status: enum widened (PENDING_AUTHORIZATION)'],
  },
  {
    operations: ['transactions.list', 'transactions.get'],
    decision: '`direction`, `refund` and the other later fields of a payment are accepted.',
    reason: 'They are not in the specification, and a client ignores unknown fields.',
    changes: ['*direction: field added', '*pendingReason: field added'],
  },
  {
    operations: ['transactions.list', 'transactions.get', 'transactions.reject'],
    decision:
      '`rateDetails` stays in incoming payments, and their `fees` are in the receiving currency.',
    reason: 'The specification says both; the reference changed both in July 2026.',
    changes: ['*rateDetails*: field removed'],
  },
  {
    operations: ['transactions.reject'],
    decision: 'A rejected incoming payment is `REJECTED`, an outgoing one `FAILED`.',
    reason: 'No source states the status; an outgoing payment has no `REJECTED` in the reference.',
  },
  {
    operations: ['quotes.create', 'agent.quotes.create'],
    decision: 'A quote collects from an external account only by ACH.',
    reason:
      'The reference allows an external account as the source and names no rails. Of its rails, ACH is the one on which the receiver can start the payment.',
  },
  {
    operations: ['quotes.create'],
    decision:
      'Without a customer, the payment is the platform’s own, to any account of its customers.',
    reason: 'The reference leaves the customer out for payments on behalf of the platform.',
  },
  {
    operations: ['quotes.get', 'quotes.create', 'quotes.execute'],
    decision: 'A quote has five statuses; a later one is accepted.',
    reason:
      'The newest reference adds `PENDING_AUTHORIZATION` for strong customer authentication, which is not part of the contract.',
    changes: ['*scaFactor*', '* /quotes/{}/authorize*'],
  },
  {
    operations: ['agents.create', 'agents.updatePolicy', 'agents.get'],
    decision: '`defaultExecutionMode` and the `executionMode` of an account are optional.',
    reason: 'The specification has neither; the reference requires the first.',
    changes: ['*policy.defaultExecutionMode: required now', '*defaultExecutionMode: required now'],
  },
  {
    operations: 'all',
    decision:
      'Operations of strong customer authentication, stablecoins, delegated keys, bulk import and directories of custodians are not part of the contract.',
    reason:
      'The specification does not name them, except by the 409 of customers who do not need them.',
    changes: [
      '* /sca/*: operation added',
      '* /stablecoin*: operation added',
      '* /auth/delegated-keys*: operation added',
      '* /customers/bulk/*: operation added',
      '* /vasps: operation added',
      '*/trust*: operation added',
      '*/untrust*: operation added',
    ],
  },
];
