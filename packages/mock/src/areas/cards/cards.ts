import {
  type Card,
  type CardTransaction,
  cardMachine,
  cardUpdateMachine,
} from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { World } from '../../world.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';

/** A card, and the account whose sessions may sign for it. */
export interface CardRecord extends Card {
  readonly ownerAccountId: string;
}

/** Cards, newest first. */
export const cards = resource({
  name: 'cards',
  record: recordOf<CardRecord>(),
  id: 'Card',
  indexes: ['cardholderId'],
  filters: {
    accountId: ({ fundingSources }, accountId: string) =>
      fundingSources.some((id) => id === accountId),
  },
  states: { field: 'state', machine: cardMachine, requested: cardUpdateMachine },
  emits: {
    changed: { state: 'CARD.STATE_CHANGE', fundingSources: 'CARD.FUNDING_SOURCE_CHANGE' },
  },
  view: ({ ownerAccountId: _owner, ...card }): Card => card,
});

/** Statuses of a card transaction that emit an event. */
const announced: ReadonlySet<string> = new Set([
  'AUTHORIZED',
  'PARTIALLY_SETTLED',
  'SETTLED',
  'REFUNDED',
  'EXCEPTION',
]);

function statusEvent({ status }: CardTransaction): string | undefined {
  return announced.has(status) ? `CARD_TRANSACTION.${status}` : undefined;
}

/** Uses of cards at merchants. */
export const cardTransactions = resource({
  name: 'cardTransactions',
  record: recordOf<CardTransaction>(),
  id: 'CardTransaction',
  indexes: ['cardId'],
  emits: { created: statusEvent, changed: { status: statusEvent } },
});

/** What is wrong with a funding source of a card, if anything (rule 67). */
export function fundingSourceProblem(
  world: World,
  card: Pick<Card, 'cardholderId' | 'currency'>,
  accountId: string,
): string | undefined {
  const account = accounts.in(world).get(accountId);
  if (account === undefined) return 'is unknown';
  if (account.customerId !== card.cardholderId) return 'does not belong to the cardholder';
  const { code } = account.balance.currency;
  const isForeign = card.currency !== undefined && card.currency !== code;
  return isForeign ? `is in ${code}; the card is in ${card.currency}` : undefined;
}

/** What a newly issued card has, whoever issues it. */
export function issuedFields(world: World) {
  const now = new Date(world.clock.now());
  const number = Math.floor(world.random.fraction('card-number') * 10_000);
  return {
    form: 'VIRTUAL',
    brand: 'VISA',
    last4: String(number).padStart(4, '0'),
    expMonth: now.getUTCMonth() + 1,
    expYear: now.getUTCFullYear() + LIFE_YEARS,
  } as const;
}

const LIFE_YEARS = 4;
