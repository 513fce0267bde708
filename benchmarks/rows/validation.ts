import { platform } from '@org/payments-contract';
import { average, interleaved } from '../lib/rounds.ts';
import { atMost, type Row, ratioRow } from '../lib/row.ts';
import { transactions } from '../lib/samples.ts';

/** Checking a page of 100 transactions, against parsing its JSON. */
export async function validationRow(): Promise<Row> {
  const text = JSON.stringify(transactions);
  const schema = platform.transactions.list.responses[200];
  const check = (value: unknown) => {
    if (!schema.safeParse(value).success) throw new Error('The sample differs from the contract.');
  };
  const ours = 'JSON.parse and validation';
  const series = await interleaved(15, [
    { name: 'JSON.parse', measure: average(60, () => JSON.parse(text)) },
    { name: ours, measure: average(60, () => check(JSON.parse(text))) },
  ]);
  const work = `Validate a page of 100 transactions (${(text.length / 1000).toFixed(0)} KB)`;
  return ratioRow({ id: 'validation', work, unit: 'µs', targets: { [ours]: atMost(2) } }, series);
}
