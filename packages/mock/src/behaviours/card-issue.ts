import type { Card, FieldError } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type CallOf, plain } from '../engine/behaviour.ts';
import { invalidInput } from '../engine/refusal.ts';
import { outcomeOf } from '../outcomes.ts';
import { cardView } from '../store/records.ts';
import { fundingSourceProblem } from './cards.ts';
import { freshId, requireRecord } from './shared.ts';

const SECOND = 1000;
const LIFE_YEARS = 4;

type CreateCall = CallOf<'cards.create'>;

function requireCardholder(call: CreateCall) {
  const customer = requireRecord(call, 'customers', call.input.cardholderId);
  const isIndividual = customer.customerType === 'INDIVIDUAL';
  const status = isIndividual ? customer.kycStatus : customer.kybStatus;
  if (status === 'APPROVED') return customer;
  throw invalidInput([{ field: 'cardholderId', message: 'is not verified' }]);
}

function requireSources({ world, input }: CreateCall, cardholderId: Card['cardholderId']) {
  const { accounts } = world.store.tables;
  const [first = ''] = input.fundingSources;
  const currency = accounts.get(first)?.balance.currency.code;
  const card = { cardholderId, ...(currency === undefined ? {} : { currency }) };
  const errors = input.fundingSources.flatMap((id, index): FieldError[] => {
    const message = fundingSourceProblem(world, card, id);
    return message === undefined ? [] : [{ field: `fundingSources.${index}`, message }];
  });
  if (errors.length > 0) throw invalidInput(errors);
  return { first, currency };
}

/** Issues a card; what becomes of it follows from the table of outcomes. */
export const createCard = plain<'cards.create'>({
  answer(call) {
    const { world, write, input } = call;
    const cardholder = requireCardholder(call);
    const { first, currency } = requireSources(call, cardholder.id);
    const now = world.clock.now();
    const id = freshId(world, 'Card');
    const number = world.random.fraction('card-number');
    const record = write.insert('cards', {
      id,
      cardholderId: cardholder.id,
      platformCardId: input.platformCardId ?? `card-${id.slice('Card:'.length)}`,
      state: 'PENDING_ISSUE',
      stateReason: null,
      form: input.form,
      brand: 'VISA',
      last4: String(Math.floor(number * 10_000)).padStart(4, '0'),
      expMonth: new Date(now).getUTCMonth() + 1,
      expYear: new Date(now).getUTCFullYear() + LIFE_YEARS,
      fundingSources: input.fundingSources as Card['fundingSources'],
      ...(currency === undefined ? {} : { currency }),
      createdAt: iso(now),
      updatedAt: iso(now),
      ownerAccountId: first,
    });
    const driver = input.platformCardId ?? cardholder.id;
    const { state, afterSeconds = 0 } = outcomeOf(world.settings.outcomes.cardIssue, driver);
    if (state !== 'PENDING_ISSUE') {
      write.insert('scheduledMoves', {
        id: `${id}/issue`,
        at: now + afterSeconds * SECOND,
        table: 'cards',
        recordId: id,
        to: state,
        ...(state === 'CLOSED' ? { fields: { stateReason: 'ISSUER_REJECTED' } } : {}),
      });
    }
    return { body: cardView(record) };
  },
});
