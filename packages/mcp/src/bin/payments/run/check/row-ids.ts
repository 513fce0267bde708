import { contentOf, fingerprintOf, type PayoutRow } from '../file/payout-rows.ts';
import type { KnownRow, KnownRows } from './known-rows.ts';
import type { PayeeBook } from './payees.ts';

/** Whether a row says something other than the one that the run has, or names another payee in other letters. */
export function isChanged(row: PayoutRow, known: KnownRow, book: PayeeBook): boolean {
  const [content, spelling] = known.fingerprint.split('.');
  if (content !== contentOf(row)) return true;
  const isRespelt = spelling !== undefined && known.fingerprint !== fingerprintOf(row);
  return isRespelt && book.paysOther(known.payment, row.payee);
}

/**
 * Gives rows without an id of their own the ids that the run has them by. Their payees may be alike and not the
 * same: the rows of one content are counted anew when one of them is taken out, or moved.
 */
export function withKnownIds(rows: readonly PayoutRow[], known: KnownRows, book: PayeeBook) {
  const had = Map.groupBy(known.values(), ({ payment, fingerprint }) => {
    const [content = ''] = fingerprint.split('.');
    return payment.id.replace(/-\d+$/, '') === `row-${content}` ? content : '';
  });
  const ids = new Map<PayoutRow, string>();
  // Ids of a version that left spaces within quotation marks.
  const spaced = new Map([...known.keys()].map((id) => [id.trim(), id]));
  for (const row of rows) {
    const id = row.isCounted || known.has(row.id) ? undefined : spaced.get(row.id);
    if (id !== undefined) ids.set(row, id);
  }
  const contents = Map.groupBy(rows, (row) => (row.isCounted ? contentOf(row) : ''));
  // Those that the file names itself are not given to others.
  const named = new Set(rows.filter(({ isCounted }) => !isCounted).map(({ id }) => id));
  for (const [content, own] of contents) {
    const left = new Map(had.get(content)?.map((one) => [one.payment.id, one]));
    if (content === '' || left.size === 0) continue;
    const used = new Set(left.keys());
    let count = 1;
    const take = (isIt: (row: PayoutRow, one: KnownRow) => boolean) => {
      for (const row of own.filter((each) => !ids.has(each))) {
        const same = left.get(row.id);
        const one =
          same && isIt(row, same) ? same : [...left.values()].find((each) => isIt(row, each));
        if (one !== undefined) ids.set(row, one.payment.id);
        left.delete(one?.payment.id ?? '');
      }
    };
    const isUntouched = (row: PayoutRow, one: KnownRow) => one.fingerprint === fingerprintOf(row);
    const isSame = (row: PayoutRow, one: KnownRow) => !isChanged(row, one, book);
    // First those that nobody has touched, then those in another print, then a change. Of equal ones a row
    // that is left is the one that was paid, or may have been: another would be paid in addition.
    for (const isIt of [isUntouched, isSame]) {
      for (const status of [/^paid$/, /^unknown$/, /./]) {
        take((row, one) => status.test(one.outcome.status) && isIt(row, one));
      }
    }
    take((row, one) => one.payment.id === row.id);
    for (const row of own) {
      for (; !ids.has(row); count += 1) {
        const id = `row-${content}${count > 1 ? `-${count}` : ''}`;
        if (!used.has(id) && !named.has(id)) ids.set(row, id);
        used.add(id);
      }
    }
  }
  return rows.map((row) => ({ ...row, id: ids.get(row) ?? row.id }));
}
