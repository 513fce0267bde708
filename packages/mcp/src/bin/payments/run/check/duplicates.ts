import { fingerprintOf, type PayoutRow, type Problem } from '../file/payout-rows.ts';
import type { PlannedPayment } from './payments.ts';

/** Rows of one file that may pay something twice. */
export function duplicates(rows: readonly PayoutRow[]): Problem[] {
  const byId = new Map<string, number>();
  const byContent = new Map<string, number>();
  const found: Problem[] = [];
  for (const row of rows) {
    const { line, id } = row;
    const first = byId.get(id);
    if (first !== undefined) {
      const message = `has the id ${id} of line ${first}`;
      const action = 'Give each payment an id of its own.';
      found.push({ line, level: 'error', code: 'ID_TWICE', message, action });
    }
    byId.set(id, first ?? line);
    const content = fingerprintOf(row);
    const before = byContent.get(content);
    if (before !== undefined && first === undefined) {
      const message = `pays the same amount to the same payee as line ${before}`;
      const action = 'Take one of them out, unless both are meant.';
      found.push({ line, level: 'warning', code: 'SAME_PAYMENT', message, action });
    }
    byContent.set(content, before ?? line);
  }
  return found;
}

/** A name as it is compared: without accents, order and titles. */
function nameParts(name: string): ReadonlySet<string> {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return new Set(plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 1));
}

/** A warning for a name in the file that has nothing in common with that of the account's holder. */
export function nameDiffers({ row, payee }: PlannedPayment): Problem[] {
  if (row.name === '' || payee.name === undefined) return [];
  const holder = nameParts(payee.name);
  if ([...nameParts(row.name)].some((part) => holder.has(part))) return [];
  const message = `names "${row.name}", and the account belongs to "${payee.name}"`;
  const action = 'Compare the account with what the payee gave you.';
  return [{ line: row.line, level: 'warning', code: 'NAME_DIFFERS', message, action }];
}
