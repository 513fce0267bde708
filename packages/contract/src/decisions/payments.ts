import type { Decision } from './decision.ts';

const laterFields = [
  ...['platformFees', 'paymentRail', 'railSelectionMode', 'expectedSettlementAt'],
  'settlementTimelineSeconds',
];
const cardFields = [
  ...['cardId', 'issuerTransactionToken', 'merchant', 'authorizedAmount', 'settledAmount'],
  ...['refundedAmount', 'accountId', 'pullSummary', 'refundSummary', 'settlementSummary'],
  ...['authorizedAt', 'lastEventAt'],
];

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
    changes: [
      '*direction: field added',
      '*pendingReason: field added',
      '*.pendingReason: enum given (COMPLIANCE_REVIEW, COUNTERPARTY_DECLARATION_REQUIRED, COUNTERPARTY_INFORMATION_REQUIRED, WALLET_VERIFICATION_REQUIRED)',
      '*source.onChainTransaction: field added',
      '*destination.onChainTransaction: field added',
      ...laterFields.flatMap((name) => [
        `IncomingTransaction.${name}: field added`,
        `OutgoingTransaction.${name}: field added`,
      ]),
      ...['sentAmount', 'exchangeRate', 'quoteId', 'refund'].flatMap((name) => [
        `IncomingTransaction.${name}: field added`,
        `OutgoingTransaction.${name}: variant added (type INCOMING)`,
      ]),
    ],
  },
  {
    operations: ['transactions.list', 'transactions.get'],
    decision: 'A payment by card is not listed; one that the service lists is accepted.',
    reason: 'The specification lists incoming and outgoing payments.',
    changes: [
      ...cardFields.map((name) => `IncomingTransaction.${name}: field added`),
      ...['id', 'type', 'status', 'customerId', 'platformCustomerId', 'createdAt', 'updatedAt'].map(
        (name) => `IncomingTransaction.${name}: variant added (type CARD)`,
      ),
      'IncomingTransaction.type: enum widened (CARD)',
      'IncomingTransaction.status: enum widened (AUTHORIZED, EXCEPTION, PARTIALLY_SETTLED, PENDING_AUTHORIZATION, SETTLED)',
    ],
  },
  {
    operations: ['transactions.list', 'transactions.get', 'transactions.approve'],
    decision: 'A payment fails for one of eight reasons; later ones are accepted.',
    reason: 'The specification lists eight.',
    changes: [
      '*failureReason: enum widened (COLLECTION_FAILED, COMPLIANCE_REJECTED)',
      'IncomingTransaction.failureReason: enum widened (ACCOUNT_CANNOT_RECEIVE, ACCOUNT_INVALID, COLLECTION_FAILED, COMPLIANCE_REJECTED, LIMIT_EXCEEDED, PAYOUT_RETURNED, QUOTE_RATE_UNAVAILABLE, SCA_NOT_COMPLETED)',
      'OutgoingTransaction.failureReason: enum widened (ACCOUNT_CANNOT_RECEIVE, ACCOUNT_INVALID, COMPLIANCE_REJECTED, LIMIT_EXCEEDED, PAYOUT_RETURNED, QUOTE_RATE_UNAVAILABLE, SCA_NOT_COMPLETED)',
    ],
  },
  {
    operations: ['transactions.approve', 'transactions.reject'],
    decision: 'The approval and the rejection return a payment of either direction.',
    reason:
      'The specification rejects any payment that waits; the reference shows incoming ones alone.',
    changes: [
      'IncomingTransaction.type: enum narrowed (OUTGOING)',
      'IncomingTransaction.failureReason: enum narrowed (COUNTERPARTY_POST_TX_FAILED, FUNDING_AMOUNT_MISMATCH, LIGHTNING_PAYMENT_FAILED)',
      'OutgoingTransaction.paymentInstructions: field removed',
    ],
  },
  {
    operations: ['transactions.list', 'transactions.get'],
    decision: 'The events of an outgoing payment name the eight statuses of every payment.',
    reason: 'The specification has one list; the reference has five of them for these events.',
    changes: ['OutgoingTransaction.status: enum narrowed (CREATED, REFUNDED, REJECTED)'],
  },
  {
    operations: ['quotes.get', 'transactions.get'],
    decision: '`serviceApiVariableFeeAmount` is a whole number of the smallest unit.',
    reason: 'It is an integer in the specification, and a number in the reference.',
    changes: ['*rateDetails.serviceApiVariableFeeAmount: type changed (integer → number)'],
  },
  {
    operations: ['receivers.lookUpUma', 'receivers.lookUpExternalAccount'],
    decision: 'Both lookups of a receiver return one shape.',
    reason: 'The reference has two that differ in the field that names the receiver.',
    changes: [
      'GET /receiver/external-account/{} 200 receiverUmaAddress: field removed',
      'GET /receiver/uma/{} 200 accountId: field removed',
    ],
  },
  {
    operations: ['transactions.list', 'transactions.get', 'transactions.reject'],
    decision:
      '`rateDetails` stays in incoming payments, and their `fees` are in the receiving currency.',
    reason: 'The specification says both; the reference changed both in July 2026.',
    changes: [
      'IncomingTransaction.rateDetails: field removed',
      'event INCOMING_PAYMENT.* payload data.rateDetails: field removed',
      'IncomingTransaction.rateDetails: variant removed (type INCOMING)',
    ],
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
    operations: ['quotes.create', 'quotes.execute', 'quotes.authorize'],
    decision:
      'A quote is `PENDING_AUTHORIZATION` only while its customer has to authenticate. Its payment is `PENDING` until then, and no money is held.',
    reason:
      'The specification lists eight statuses of a payment without this one; the reference has it for both, and an event.',
  },
  {
    operations: ['quotes.create', 'quotes.execute'],
    decision: 'The factor is chosen when the quote is created; its execution has no body.',
    reason:
      'The reference has `scaFactor` in both. The first one applies to immediate execution too.',
    changes: [
      'POST /quotes/{}/execute request scaFactor: field added',
      'POST /quotes/{}/execute request: field added',
    ],
  },
  {
    operations: ['scaFactors.list', 'scaLogin.start', 'externalAccounts.startTrust'],
    decision:
      'The region of a customer decides whether strong authentication is required; elsewhere the operations are 409 `CONFLICT`.',
    reason:
      'The specification names a provider or a region as the cause, and leaves open which; the mock has an option.',
  },
  {
    operations: [
      'quotes.execute',
      'agent.quotes.execute',
      'transfers.createOut',
      'agent.transfers.createOut',
    ],
    decision:
      'A quote that is executed for a customer has to be authorized, except to a trusted account: also one of an agent, by the platform. Transfers have not.',
    reason:
      'The reference has the factor and the challenge in every quote, also in those of agents, and neither of them, nor their statuses 403 and 423, in transfers. A policy of the platform does not authenticate its customer.',
  },
  {
    operations: ['scaFactors.startEnrollment', 'scaFactors.confirmEnrollment', 'scaFactors.delete'],
    decision: 'A change of factors requires a login, and a reset does not.',
    reason: 'The reference has `SCA_SESSION_REQUIRED` without its operations.',
  },
  {
    operations: ['agents.create', 'agents.updatePolicy', 'agents.get'],
    decision: '`defaultExecutionMode` and the `executionMode` of an account are optional.',
    reason: 'The specification has neither; the reference requires the first.',
    changes: ['*policy.defaultExecutionMode: required now'],
  },
  {
    operations: ['stablecoins.mint', 'stablecoins.burn'],
    decision:
      'An amount is in the smallest unit of the stablecoin, and has no more decimals than the currency that it stands for.',
    reason: 'The reference has amounts as digits, and no unit beside them.',
  },
  {
    operations: [
      'stablecoins.register',
      'stablecoins.mint',
      'stablecoins.burn',
      'stablecoinProviderAccounts.link',
    ],
    decision: 'A call may leave the idempotency key out; a request always has one.',
    reason:
      'The reference requires the header. The client makes a key for each write that lacks one, and the mock refuses a request without it.',
    changes: ['*parameter header idempotency-key: required now'],
  },
  {
    operations: ['stablecoins.register', 'stablecoins.mint', 'stablecoins.burn'],
    decision:
      'A registered stablecoin is enabled at once, and the platform has an account in it. What a bank account does with a transfer, it does with a mint or burn.',
    reason: 'The reference has the statuses, but neither who moves them nor a table of outcomes.',
  },
];
