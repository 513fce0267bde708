import { exampleOf } from '@org/payments-contract/examples';
import type { CallOptions } from '@org/payments-sdk';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { EagerClock } from '../../packages/sdk/test/fake-clock.ts';
import { check, REQUEST_CASES, seed } from './budget.ts';
import { hostile, mutated, oddText, oddValue } from './mutations.ts';
import { ending, expectNoSecret } from './oracle.ts';
import { fuzzedClient, MARK, marked, type Subject, subjects, validInput } from './subject.ts';

const counts = { cases: 0, values: 0, sent: 0, errors: new Map<string, number>() };

afterAll(() => {
  const errors = [...counts.errors].sort(([, a], [, b]) => b - a);
  const list = errors.map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`FUZZ_SEED=${seed}`);
  console.log(`${counts.cases} malformed inputs: ${counts.values} values, ${list}`);
});

function inputs(subject: Subject): fc.Arbitrary<unknown> {
  const valid = validInput(subject);
  const fields = Object.keys(valid);
  const withHostileField = fc
    .tuple(fc.constantFrom(...(fields.length > 0 ? fields : ['unknownField'])), hostile)
    // The key is not a secret: an error shows it, so that the call can be repeated.
    .filter(([key, value]) => key !== 'idempotencyKey' || typeof value !== 'string')
    .map(([key, value]) => ({ ...valid, [key]: value }));
  return fc.oneof(
    { weight: 6, arbitrary: mutated(valid) },
    { weight: 2, arbitrary: withHostileField },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: oddValue },
    { weight: 5, arbitrary: fc.constant(valid) },
  );
}

const number = fc.constantFrom(0, -1, 1, 1.5, 10_000, 1e21, Number.NaN, Number.POSITIVE_INFINITY);

const stamps: fc.Arbitrary<() => Promise<string>> = fc.oneof(
  oddText.map((text) => async () => text),
  fc.constantFrom(
    async () => `${MARK}-stamp-0123456789`,
    async () => undefined as unknown as string,
    () => Promise.reject(new Error('the key is locked')),
    () => {
      throw new TypeError('not even a promise');
    },
  ),
);

const options: fc.Arbitrary<CallOptions> = fc.record(
  {
    timeout: number,
    deadline: number,
    retry: number,
    maxResponseBytes: number,
    idempotencyKey: oddText,
    validate: fc.constantFrom('strict', 'warn', 'off'),
    headers: fc.dictionary(fc.oneof(oddText, fc.constantFrom('Authorization', 'x-a')), oddText, {
      maxKeys: 2,
    }),
    signal: fc.constantFrom(AbortSignal.abort(), AbortSignal.abort('no longer wanted'), undefined),
    stamper: stamps.map((stamp) => ({ stamp })),
  },
  { requiredKeys: [] },
);

function service({ name, row }: Subject) {
  const [status] = Object.keys(row.responses).map(Number);
  return async (request: Request): Promise<Response> => {
    counts.sent += 1;
    const isFirstLeg = !request.headers.has('service-wallet-signature');
    if (row.signing === 'required' && isFirstLeg) {
      const expiresAt = '2126-01-05T09:05:00Z';
      const challenge = { payloadToSign: 'payload', requestId: 'Request:1', expiresAt };
      return Response.json(challenge, { status: 202 });
    }
    const { result } = exampleOf(name);
    if (result === undefined) return new Response(null, { status: 204 });
    return Response.json(marked(result), { status: status ?? 200 });
  };
}

test.each(subjects.map((subject) => [subject.name, subject] as const))(
  '%s',
  async (_name, subject) => {
    const call = fc.record({ input: inputs(subject), options: fc.option(options) });
    await check(subject, REQUEST_CASES, call, async ({ input, options }) => {
      counts.cases += 1;
      // On a clock of its own, a case ends in the same way on a busy machine and with the same seed.
      const client = fuzzedClient(service(subject), new EagerClock());
      const end = await ending(() => client.method(subject)(input, options ?? undefined));
      if ('value' in end) counts.values += 1;
      else counts.errors.set(end.error.name, (counts.errors.get(end.error.name) ?? 0) + 1);
      expectNoSecret(client.written, 'a log line');
    });
  },
);

test('the inputs include some that are refused and some that are sent', () => {
  expect(counts.values).toBeGreaterThan(counts.cases / 20);
  expect(counts.errors.get('InvalidRequestError')).toBeGreaterThan(counts.cases / 4);
});
