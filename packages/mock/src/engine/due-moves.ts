import { canTransition, cardMachine, transactionMachine } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { addFunds } from '../store/funds.ts';
import type { ScheduledMove } from '../store/records.ts';
import { Writer } from '../store/writer.ts';
import type { World } from '../world.ts';

/** Makes one move, unless the resource has moved on by itself. */
function makeMove(world: World, write: Writer, move: ScheduledMove): void {
  const { cards, transactions } = world.store.tables;
  const { recordId, to, fields = {}, funds } = move;
  const updatedAt = iso(move.at);
  if (move.table === 'cards') {
    const card = cards.get(recordId);
    if (card === undefined || !canTransition(cardMachine, card.state, to)) return;
    write.update('cards', card, { ...fields, state: to, updatedAt });
    return;
  }
  const transaction = transactions.get(recordId);
  if (transaction === undefined || !canTransition(transactionMachine, transaction.status, to)) {
    return;
  }
  write.update('transactions', transaction, { ...fields, status: to, updatedAt });
  if (funds !== undefined) addFunds(world, write, funds.accountId, funds);
}

/** Makes the moves whose time has come: payments that end later, cards that are issued later. */
export function makeDueMoves(world: World): void {
  const { scheduledMoves } = world.store.tables;
  if (scheduledMoves.size === 0) return;
  const write = new Writer(world.store);
  const next = () => scheduledMoves.page({ descending: false, limit: 1 }).records[0];
  for (let move = next(); move !== undefined && move.at <= world.clock.now(); move = next()) {
    write.delete('scheduledMoves', move.id);
    makeMove(world, write, move);
  }
}
