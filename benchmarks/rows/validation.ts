import { platform } from '@org/payments-contract';
import { average, interleaved } from '../rounds.ts';
import { transactions } from '../samples.ts';
import { atMost, type Row } from '../table.ts';

/** Checking a page of 100 transactions, against parsing its JSON. */
export async function validationRows(): Promise<Row[]> {
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
  return [{ work, unit: 'µs', series, targets: { [ours]: atMost(2) } }];
}
