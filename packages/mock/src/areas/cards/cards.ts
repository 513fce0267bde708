import {
  Card,
  type CardTransaction,
  cardMachine,
  cardTransactionMachine,
  cardUpdateMachine,
} from '@org/payments-contract';
import { FixtureError, fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { releaseHold } from '../../ledger/ledger.ts';
import { outcomeOf } from '../../options/outcomes.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import { addWallet } from '../credentials/fixture.ts';
import { delegatedKeys } from '../delegated-keys/delegated-keys.ts';
import { accounts, statusProblem } from '../internal-accounts/internal-accounts.ts';

export interface CardRecord extends Card {
  readonly ownerAccountId: string;
}

/** Returns whether a card still draws on an account: it is open, and the account is bound to it. */
export function isBound({ state, fundingSources }: Card, accountId: string): boolean {
  return state !== 'CLOSED' && fundingSources.some((id) => id === accountId);
}

/** Revokes the keys of the wallets that a card no longer draws on (decision D14). */
function revokeKeys(scene: Scene, _before: Card, card: Card): void {
  for (const key of delegatedKeys.in(scene.world).find('cardId', card.id)) {
    if (key.status === 'REVOKED' || isBound(card, key.accountId)) continue;
    delegatedKeys.move(scene, key, 'REVOKED');
  }
}

/** Cards, newest first. */
export const cards = resource({
  name: 'cards',
  record: recordOf<CardRecord>(),
  id: 'Card',
  indexes: ['cardholderId', 'platformCardId', 'accountId'],
  keys: { accountId: ({ fundingSources }) => fundingSources },
  states: { field: 'state', machine: cardMachine, requested: cardUpdateMachine },
  emits: {
    changed: { state: 'CARD.STATE_CHANGE', fundingSources: 'CARD.FUNDING_SOURCE_CHANGE' },
  },
  changed: revokeKeys,
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

/** The event of a status. A declined use has none: it was never approved, and nothing failed. */
function statusEvent({ status, declineReason }: CardTransaction): string | undefined {
  return announced.has(status) && declineReason === undefined
    ? `CARD_TRANSACTION.${status}`
    : undefined;
}

/** Releases the amount held for a use whose funds could not be pulled (rule 91). */
function endFailedPull(scene: Scene, before: CardTransaction, after: CardTransaction): void {
  if (before.status === 'AUTHORIZED' && after.status === 'EXCEPTION') releaseHold(scene, after.id);
}

export const cardTransactions = resource({
  name: 'cardTransactions',
  record: recordOf<CardTransaction>(),
  id: 'CardTransaction',
  indexes: ['cardId'],
  states: { field: 'status', machine: cardTransactionMachine },
  emits: { created: statusEvent, changed: { status: statusEvent } },
  changed: endFailedPull,
});

/** Why the sandbox refuses to bind an account, by its outcome. */
const ineligible: Readonly<Record<string, string>> = {
  NO_BALANCE: 'is not eligible: it has no balance',
  ACCOUNT_CLOSED: 'is not eligible: it is closed',
};

export function fundingSourceProblem(
  world: World,
  card: Pick<Card, 'cardholderId' | 'currency'>,
  accountId: string,
): string | undefined {
  const account = accounts.in(world).get(accountId);
  if (account === undefined) return 'is unknown';
  if (account.customerId !== card.cardholderId) return 'does not belong to the cardholder';
  const { code } = account.balance.currency;
  const { cardCurrencies } = world.settings.choices;
  if (!cardCurrencies.includes(code))
    return `is in ${code}; cards are in ${cardCurrencies.join(', ')}`;
  const problem = ineligible[outcomeOf(world.settings.outcomes.fundingSource, accountId)];
  if (problem !== undefined) return problem;
  const isForeign = card.currency !== undefined && card.currency !== code;
  return isForeign ? `is in ${code}; the card is in ${card.currency}` : statusProblem(account);
}

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

function sourcesOf(scene: Scene, fields: Partial<Card>): Card['fundingSources'] {
  if (fields.fundingSources !== undefined) return fields.fundingSources;
  const { cardholderId } = fields;
  const held = accounts.in(scene.world).find('customerId', cardholderId ?? '');
  const wallet = held.find(({ type }) => type === 'EMBEDDED_WALLET');
  const account =
    wallet ?? addWallet(scene, cardholderId ? { customerId: cardholderId } : {}).account;
  return [account.id];
}

export function addCard(scene: Scene, fields: Partial<Card> = {}): Card {
  const { world } = scene;
  const fundingSources = sourcesOf(scene, fields);
  const owner = accounts.require(scene, fundingSources[0] ?? '');
  const cardholderId = fields.cardholderId ?? (owner.customerId as Card['cardholderId']);
  const currency = owner.balance.currency.code;
  for (const id of fundingSources) {
    const problem = fundingSourceProblem(world, { cardholderId, currency }, id);
    if (problem !== undefined) throw new FixtureError(`card.fundingSources: ${id} ${problem}.`);
  }
  const record = cards.add(scene, {
    platformCardId: `card-${cards.in(world).size + 1}`,
    state: 'ACTIVE',
    stateReason: null,
    ...issuedFields(world),
    currency,
    ...fields,
    cardholderId,
    fundingSources,
    ownerAccountId: owner.id,
  });
  return cards.view(record, world);
}

export const cardFixture = fixture({ schema: Card, add: addCard });
