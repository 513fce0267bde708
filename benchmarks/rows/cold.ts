import { runProgram, startServer } from '../lib/child.ts';
import { interleaved } from '../lib/rounds.ts';
import { atMost, type Row, ratios } from '../lib/row.ts';

/** From the start of a process to the end of its first call. */
export async function coldRow(): Promise<Row> {
  const server = await startServer('constant-server');
  const values = await interleaved(15, [
    { name: 'bare fetch', measure: () => runProgram('cold-fetch', server.url).milliseconds },
    { name: 'SDK', measure: () => runProgram('cold-sdk', server.url).milliseconds },
  ]);
  await server.close();
  return ratios('cold process to first answer', 'ms', values, { SDK: atMost(1.3) });
}

/** What an import costs over bare Node. */
export async function importRow(): Promise<Row> {
  const specifiers = ['ky', 'zod', '@org/payments-contract', '@org/payments-sdk'];
  const values = await interleaved(
    11,
    specifiers.map((name) => ({
      name,
      measure: () => Number(runProgram('import-of', name).output),
    })),
  );
  const figures = [...values].map(([name, value]) => ({
    name,
    value,
    unit: 'ms',
    ...(name === '@org/payments-sdk' && { target: atMost(65) }),
  }));
  const own = (values.get('@org/payments-sdk') ?? 0) - (values.get('ky') ?? 0);
  const ours = { name: 'SDK without ky', value: own, unit: 'ms', target: atMost(15) };
  return { work: 'import', figures: [...figures, ours] };
}
