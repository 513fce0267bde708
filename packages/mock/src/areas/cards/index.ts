import type { Card, CardTransaction, FieldError } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import type { Call, CallOf, Plan } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { invalidField, invalidInput, refuse } from '../../engine/refusal.ts';
import { requireMove } from '../../engine/resource/resource.ts';
import { money } from '../../ledger/currencies.ts';
import { outcomeOf } from '../../options/outcomes.ts';
import type { Recipe } from '../../world.ts';
import { requireCustomer } from '../customers/customers.ts';
import { accounts, addAccount } from '../internal-accounts/internal-accounts.ts';
import { issuerToken, simulateAuthorization } from './authorization.ts';
import {
  addCard,
  cardFixture,
  cards,
  cardTransactions,
  fundingSourceProblem,
  issuedFields,
} from './cards.ts';
import { furtherSimulations } from './further-simulations.ts';
import { settlementSimulations } from './simulation.ts';

type CreateCall = CallOf<'cards.create'>;

function requireCardholder(call: CreateCall) {
  const customer = requireCustomer(call, call.input.cardholderId);
  const isIndividual = customer.customerType === 'INDIVIDUAL';
  const status = isIndividual ? customer.kycStatus : customer.kybStatus;
  if (status === 'APPROVED') return customer;
  throw invalidField('cardholderId', 'is not verified');
}

function requireSources(call: CreateCall, cardholderId: Card['cardholderId']) {
  const [first = ''] = call.input.fundingSources;
  const currency = accounts.in(call.world).get(first)?.balance.currency.code;
  const known = currency === undefined ? {} : { currency };
  requireFundingSources(call, { cardholderId, ...known }, call.input.fundingSources);
  return { first, known };
}

/** Checks the funding sources (rule 67). @throws Refusal 400 with one entry for each invalid one */
function requireFundingSources(
  { world }: Call<unknown>,
  card: Pick<Card, 'cardholderId' | 'currency'>,
  sources: readonly string[],
): void {
  const errors = sources.flatMap((id, index): FieldError[] => {
    const message = fundingSourceProblem(world, card, id);
    return message === undefined ? [] : [{ field: `fundingSources.${index}`, message }];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

/** Freezes, unfreezes, closes, or replaces funding sources (rules 64 to 68 and 70). */
export function updateCard(call: CallOf<'cards.update'>): Plan {
  const { state, fundingSources } = call.input;
  const card = cards.require(call, call.input.id);
  return {
    signers: { accountIds: [card.ownerAccountId] },
    check() {
      requireMove(cards.declaration, card, state, 'request');
      if (fundingSources === undefined) return;
      if (card.state === 'CLOSED') {
        throw refuse('CARD_NOT_MUTABLE', 'A closed card cannot be changed');
      }
      requireFundingSources(call, card, fundingSources);
    },
    apply() {
      const updated = cards.change(call, card, {
        ...(state === undefined ? {} : { state }),
        ...(state === 'CLOSED' ? { stateReason: 'CLOSED_BY_PLATFORM' } : {}),
        ...(fundingSources === undefined
          ? {}
          : { fundingSources: fundingSources as Card['fundingSources'] }),
      });
      return { body: cards.view(updated, call.world) };
    },
  };
}

const AMOUNT = 125_00;

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
    issuerTransactionToken: issuerToken(scene.world),
    authorizedAmount: money(AMOUNT, 'USD'),
    ...(settled === 0 ? {} : { settledAmount: money(settled, 'USD') }),
    ...(refunded === 0 ? {} : { refundedAmount: money(refunded, 'USD') }),
    accountId: fundingSources[0],
    pullSummary: { ...summary(status === 'EXCEPTION' ? 0 : AMOUNT), pendingCount: 0 },
    refundSummary: summary(refunded),
    settlementSummary: summary(settled),
    authorizedAt: iso(scene.write.now),
    lastEventAt: iso(scene.write.now),
  } as unknown as CardTransaction);
};

/** How long the page that shows a card's number works. */
const PAGE_LIFETIME = 5 * 60_000;
const ISSUER_PAGE = 'https://cards.payments.test/embed';

export const cardsArea = area({
  resources: [cards, cardTransactions],
  operations: {
    /** Issues a card. The table of outcomes determines its next state. */
    'cards.create'(call) {
      const { world, input } = call;
      const cardholder = requireCardholder(call);
      const { first, known } = requireSources(call, cardholder.id);
      const id = `Card:${world.random.uuid('Card')}` as const;
      const record = cards.add(call, {
        id,
        cardholderId: cardholder.id,
        platformCardId: input.platformCardId ?? `card-${id.slice('Card:'.length)}`,
        state: 'PENDING_ISSUE',
        stateReason: null,
        ...issuedFields(world),
        fundingSources: input.fundingSources as Card['fundingSources'],
        ...known,
        ownerAccountId: first,
      });
      const driver = input.platformCardId ?? cardholder.id;
      const { state, after = 0 } = outcomeOf(world.settings.outcomes.cardIssue, driver);
      if (state !== 'PENDING_ISSUE') {
        scheduleMove(call, cards, {
          id,
          step: 'issue',
          at: world.clock.now() + after,
          to: state,
          fields: state === 'CLOSED' ? { stateReason: 'ISSUER_REJECTED' } : {},
        });
      }
      return { body: cards.view(record, world) };
    },

    /** Creates a page that would show a card's number. Only active and frozen cards can be shown. */
    'cards.reveal'(call) {
      const { world } = call;
      const { id, state } = cards.require(call, call.input.id);
      if (state !== 'ACTIVE' && state !== 'FROZEN') {
        const explanation = `${id} is ${state}; only an ACTIVE or FROZEN card is shown.`;
        throw refuse('FORBIDDEN', 'The card cannot be revealed', explanation);
      }
      const panEmbedUrl = `${ISSUER_PAGE}/${world.random.hex('card-reveal', 16)}`;
      const expiresAt = world.clock.now() + PAGE_LIFETIME;
      return { body: { panEmbedUrl, expiresAt: iso(expiresAt) } };
    },

    'cards.update': updateCard,
    'sandbox.simulateAuthorization': simulateAuthorization,
    ...settlementSimulations,
    ...furtherSimulations,
  },
  fixtures: {
    /**
     * Adds an active card. By default, `fundingSources` is the cardholder's wallet and
     * `cardholderId` the owner of the first source; missing ones are added. The first source is the
     * owning account.
     */
    card: cardFixture,
  },
  recipes: { CARD: card, CARD_TRANSACTION: cardTransaction },
});
