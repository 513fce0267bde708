import type { ListCall } from '@org/payments-sdk';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, LEAST_RESPONSES, RESPONSE_CASES, seed } from './budget.ts';
import { mutatedResponses, type Responder } from './mutated-responses.ts';
import { ending, expectNoSecret, keepStacksShort } from './oracle.ts';
import { fuzzedClient, type Subject, subjects, validInput } from './subject.ts';

const counts = { cases: 0, values: 0, errors: new Map<string, number>() };

keepStacksShort();

beforeAll(() => console.log(`FUZZ_SEED=${seed}`));

afterAll(() => {
  const errors = [...counts.errors].sort(([, a], [, b]) => b - a);
  const list = errors.map(([name, count]) => `${name} ${count}`).join(', ');
  console.log(`${counts.cases} malformed responses: ${counts.values} values, ${list}`);
});

function service(script: readonly Responder[]) {
  let next = 0;
  return async (request: Request): Promise<Response> => {
    const sent = `${await request.text()} ${[...request.headers.values()].join(' ')}`;
    const respond = script[next % script.length] as Responder;
    next += 1;
    return respond(sent);
  };
}

/** Whether a value is valid for one of the successful responses of the operation. */
function isOfContract({ row }: Subject, value: unknown): boolean {
  return Object.values(row.responses).some((schema) =>
    schema === null ? value === undefined : schema.safeParse(value).success,
  );
}

/** Whether a mismatch with the contract was among the drift reported. */
function hasMismatch(written: readonly unknown[]): boolean {
  return JSON.stringify(written).includes('"mismatch"');
}

/** Iterates over a list, whatever its pages hold. */
function allOf(call: Promise<unknown>): Promise<unknown> {
  return (call as ListCall<unknown>).toArray({ limit: 30 });
}

test.each(subjects.map((subject) => [subject.name, subject] as const))(
  '%s',
  async (_name, subject) => {
    const input = validInput(subject);
    const script = fc.array(mutatedResponses(subject), { minLength: 1, maxLength: 4 });
    await check(subject, RESPONSE_CASES, script, async (responders) => {
      counts.cases += 1;
      const client = fuzzedClient(service(responders));
      const method = client.method(subject);
      const end = await ending(() => method(input));
      if ('value' in end) {
        counts.values += 1;
        // The response to an accepted write is returned even if it differs, and the drift is
        // reported.
        const isReported = subject.row.retry !== 'safe' && hasMismatch(client.written);
        expect(isOfContract(subject, end.value) || isReported).toBe(true);
      } else {
        // Otherwise nothing was sent, and nothing was tested.
        expect(end.error.name).not.toBe('InvalidRequestError');
        counts.errors.set(end.error.name, (counts.errors.get(end.error.name) ?? 0) + 1);
      }
      if (subject.row.list === 'paged') await ending(() => allOf(method(input)));
      expectNoSecret(client.written, 'a log line');
    });
  },
);

test(`at least ${LEAST_RESPONSES} cases ran`, () => {
  expect(counts.cases).toBeGreaterThanOrEqual(LEAST_RESPONSES);
});
