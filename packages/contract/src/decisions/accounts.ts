import type { Decision } from './decision.ts';

/** Decisions on internal and external accounts and on cards. */
export const accountDecisions: readonly Decision[] = [
  {
    operations: ['externalAccounts.list', 'externalAccounts.create', 'externalAccounts.get'],
    decision: 'An external account has four statuses; later ones are accepted.',
    reason: 'The reference had four until August 2026.',
    changes: ['*status: enum widened (PENDING_OWNERSHIP_VERIFICATION, UNVERIFIED)'],
  },
  {
    operations: ['cards.create', 'cards.get', 'cards.list', 'cards.update'],
    decision: 'A card that is being provisioned is `PENDING_ISSUE`.',
    reason: 'The specification has this name; the reference has `PROCESSING` since June 2026.',
    changes: ['*state: enum widened (PROCESSING)', '*state: enum narrowed (PENDING_ISSUE)'],
  },
  {
    operations: ['cards.update'],
    decision: 'A card update is a signed retry.',
    reason:
      'The specification requires it; since August 2026 the reference asks for the platform’s credentials alone.',
    changes: [
      'PATCH /cards/{} 202: status removed',
      'PATCH /cards/{} parameter header *: field removed',
    ],
  },
  {
    operations: ['cards.create', 'cards.get', 'cards.list', 'cards.update', 'cards.reveal'],
    decision: '`panEmbedUrl` is on the card, and `cards.reveal` mints it too.',
    reason: 'The specification has the field, the newest reference only the operation.',
    changes: ['Card.panEmbedUrl: field removed'],
  },
  {
    operations: ['cards.create', 'cards.get', 'cards.list', 'cards.update'],
    decision:
      '`maxSpendPerTransaction`, `processorRef` and `threeDSecurePassword` are accepted, not sent.',
    reason: 'They are later than the specification.',
    changes: [
      'Card.maxSpendPerTransaction: field added',
      'Card.processorRef: field added',
      'POST /cards request maxSpendPerTransaction: field added',
      'POST /cards request threeDSecurePassword: field added',
      'PATCH /cards/{} request maxSpendPerTransaction: field added',
    ],
  },
  {
    operations: ['cards.update', 'cards.get'],
    decision:
      'A closed card shows the funding sources that it had last. It pays no more; refunds still reach them.',
    reason:
      'The specification has at least one funding source on every card; the reference detaches them.',
  },
  {
    operations: ['cards.update'],
    decision:
      'Closing a closed card is `INVALID_STATE_TRANSITION`; any other change of it `CARD_NOT_MUTABLE`.',
    reason:
      'The specification names the first code for every forbidden move, the reference the second for a closed card.',
    changes: ['error 409 CARD_ALREADY_CLOSED: code added'],
  },
  {
    operations: ['cards.create', 'cards.update'],
    decision:
      'An ineligible funding source, and a cardholder without approved verification, are 400 `INVALID_INPUT` with the field.',
    reason: 'The codes of the reference are not among the 39 codes of the specification.',
    changes: [
      'error 400 CARDHOLDER_KYC_NOT_APPROVED: code added',
      'error 400 TRANSACTION_SIZE_LIMIT_EXCEEDED: code added',
      'error 400 EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: code added',
    ],
  },
  {
    operations: [
      'sandbox.simulateAuthorization',
      'sandbox.simulateClearing',
      'sandbox.simulateReturn',
    ],
    decision: 'Three simulations return the card transaction with 200.',
    reason:
      'The reference returned it on the day that the cards of the specification match; later revisions return only a token.',
    changes: [
      'POST /sandbox/cards/{}/simulate/* 200: status removed',
      'POST /sandbox/cards/{}/simulate/* 202: status added',
    ],
  },
  {
    operations: [
      'sandbox.simulateAuthorization',
      'sandbox.simulateClearing',
      'sandbox.simulateReturn',
    ],
    decision:
      'A card transaction has its card and its three summaries; the later `type`, `customerId` and `platformCustomerId` are accepted, not sent.',
    reason:
      'The reference required the first four, and had none of the others, on the day that the cards of the specification match.',
    changes: [
      ...['cardId', 'pullSummary', 'refundSummary', 'settlementSummary'].map(
        (name) => `CardTransaction.${name}: optional now`,
      ),
      ...['type', 'customerId', 'platformCustomerId'].map(
        (name) => `CardTransaction.${name}: field added`,
      ),
    ],
  },
  {
    operations: ['sandbox.simulateAuthorization', 'sandbox.simulateClearing'],
    decision:
      'A declined use is an `EXCEPTION` with a `declineReason`; a clearing of 0 leaves `REFUNDED`, or `SETTLED` if something was settled.',
    reason:
      'The five statuses of the reference have none for either, and no value outside an enum is returned.',
    changes: ['CardTransaction.declineReason: field removed'],
  },
  {
    operations: 'all',
    decision:
      'A 404 carries the code of its resource where the reference has one, otherwise `NOT_FOUND`.',
    reason:
      'The specification leaves the codes open; cards, agents, documents, credentials, sessions and internal accounts have none in the reference.',
    changes: ['error 404 NOT_FOUND: code removed'],
  },
];
