import type { Card } from '@org/payments-contract';
import { type CallOf, plain } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { invalidInput } from '../../engine/refusal.ts';
import { outcomeOf } from '../../outcomes.ts';
import { requireCustomer } from '../customers/customers.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { cards, issuedFields } from './cards.ts';
import { requireFundingSources } from './update.ts';

type CreateCall = CallOf<'cards.create'>;

function requireCardholder(call: CreateCall) {
  const customer = requireCustomer(call, call.input.cardholderId);
  const isIndividual = customer.customerType === 'INDIVIDUAL';
  const status = isIndividual ? customer.kycStatus : customer.kybStatus;
  if (status === 'APPROVED') return customer;
  throw invalidInput([{ field: 'cardholderId', message: 'is not verified' }]);
}

function requireSources(call: CreateCall, cardholderId: Card['cardholderId']) {
  const [first = ''] = call.input.fundingSources;
  const currency = accounts.in(call.world).get(first)?.balance.currency.code;
  const known = currency === undefined ? {} : { currency };
  requireFundingSources(call, { cardholderId, ...known }, call.input.fundingSources);
  return { first, known };
}

/** Issues a card. The table of outcomes determines its next state. */
export const createCard = plain<'cards.create'>({
  run(call) {
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
      scheduleMove(call, {
        id: `${id}/issue`,
        at: world.clock.now() + after,
        table: cards.name,
        recordId: id,
        to: state,
        fields: state === 'CLOSED' ? { stateReason: 'ISSUER_REJECTED' } : {},
      });
    }
    return { body: cards.view(record, world) };
  },
});
