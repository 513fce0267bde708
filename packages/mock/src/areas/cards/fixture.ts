import { Card } from '@org/payments-contract';
import { FixtureError, fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { addWallet } from '../credentials/fixture.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { cards, fundingSourceProblem, issuedFields } from './cards.ts';

function sourcesOf(scene: Scene, fields: Partial<Card>): Card['fundingSources'] {
  if (fields.fundingSources !== undefined) return fields.fundingSources;
  const { cardholderId } = fields;
  const own = accounts.in(scene.world).find('customerId', cardholderId ?? '');
  const wallet = own.find(({ type }) => type === 'EMBEDDED_WALLET');
  const account =
    wallet ?? addWallet(scene, cardholderId ? { customerId: cardholderId } : {}).account;
  return [account.id];
}

/** Adds a card to a scene. */
function addCard(scene: Scene, fields: Partial<Card> = {}): Card {
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

/** The fixture behind `mock.add.card`. */
export const cardFixture = fixture({ schema: Card, add: addCard });
