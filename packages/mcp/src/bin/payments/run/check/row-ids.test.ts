import { expect, test } from 'vitest';
import { contentOf, fingerprintOf } from '../file/payout-rows.ts';
import { withKnownIds } from './row-ids.ts';

const row = { line: 2, name: '', amount: 200, currency: 'USD', memo: '' };
const content = `row-${contentOf({ ...row, payee: '112' })}`;

/**
 * Rows as `<payee>/<place of the id among those of the content, or another id>`, with `!` for one that was
 * refused and `?` for an unknown one, and the ids that they get.
 */
const rowsOf = (text: string) =>
  text.split(' ').map((each) => {
    const [payee = '', id = ''] = each.replace(/[!?]/, '').split('/');
    const outcome = {
      status: each.endsWith('!') ? 'refused' : each.endsWith('?') ? 'unknown' : 'paid',
    };
    const isCounted = /^\d$/.test(id);
    return {
      ...row,
      ...{ payee, isCounted, outcome },
      id: id.replace('_', '  ').replace(/^1$/, content).replace(/^\d$/, `${content}-$&`),
    };
  });

test.each([
  ['another one was taken out', '11-2/1 112/2', '112/1', '2'],
  ['another one stands behind it', '11-2/1 112/2', '112/1 11-2/2', '2 1'],
  ['a new one stands before it', '112/1', '11-2/1 112/2', '2 1'],
  ['a new one takes its place', '112/1', '11-2/1', '1'],
  ['a new one stands before two', '11-2/1 112/2', '1-12/1 112/2 11-2/3', '3 2 1'],
  ['two new ones stand before it', '112/1', '11-2/1 1-12/2 112/3', '2 3 1'],
  ['another one is equal', '112/1 112/2', '112/1 112/2', '1 2'],
  ['another one is another print', '112/1 --112/2', '--112/1', '2'],
  ['one that is equal was refused, and is left out', '112/1! 112/2', '112/1', '2'],
  ['one that is equal is unknown, and is left out', '112/1? 112/2', '112/1', '2'],
  ['one was refused, and one is unknown', '112/1! 112/2?', '112/1', '2'],
  ['those in another print were refused and paid', '112/1! 112/2', '--112/1', '2'],
  ['one of its print was refused', '11-2/1 112/2! 112/3', '112/1', '3'],
  ['its own id begins like one of a content', '112/1', `112/${content}-b`, `${content}-b`],
  [
    "the next id is another one's own",
    '112/1',
    `112/1 112/${content}-2 11-2/3`,
    `1 ${content}-2 3`,
  ],
  ['it had spaces after its id', '112/o-1_', '112/o-1', 'o-1_'],
  ['another one had spaces after its id', '112/o-1 112/o-1_', '112/o-1', 'o-1'],
  ['it has an id of its own', '112/o-1', '112/o-1 112/o-2 11-2/1', 'o-1 o-2 1'],
  ['a new one stands before its other print', '112/1', '11-2/1 --112/2', '2 1'],
])('a row keeps its id where %s', (_, had, now, ids) => {
  const known = rowsOf(had).map((one) => {
    const { outcome } = one;
    return [one.id, { payment: one, outcome, fingerprint: fingerprintOf(one) }] as const;
  });
  // `--112` is another print of the number 112.
  const book = { paysOther: (_paid: unknown, text: string) => text !== '--112' };
  const found = withKnownIds(rowsOf(now), new Map(known) as never, book as never);
  expect(found.map(({ id }) => id)).toEqual(
    rowsOf(ids.replaceAll(/\S+/g, 'x/$&')).map(({ id }) => id),
  );
});
