import { inspect } from 'node:util';
import { isPaymentsError, type ListCall, PaymentsError } from '@org/payments-sdk';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mutatedResponses, type Responder } from './mutated-responses.ts';
import { fuzzedClient, MARK, type Subject, subjects, validInput } from './subject.ts';

/** Milliseconds after which a call hangs: far beyond what a busy machine takes for one. */
const HANG = 60_000;

/** How a call ended. */
type Ending = { readonly value: unknown } | { readonly error: PaymentsError };

/**
 * Keeps the stacks of errors short in the tests of this file: thousands of errors are searched, and
 * the lines of a stack, which hold places in files only, would take much of the time.
 */
function keepStacksShort(): void {
  const { stackTraceLimit } = Error;
  beforeAll(() => {
    Error.stackTraceLimit = 1;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}

const everything = {
  depth: 20,
  maxStringLength: null,
  maxArrayLength: null,
  // One line for each property, as text that is searched: columns would only take time.
  compact: false,
} as const;

/** Returns every form of a value as text. */
function shown(value: unknown): string {
  if (!(value instanceof Error)) return inspect(value, everything);
  const hidden = { ...everything, showHidden: true, getters: true };
  return [String(value), JSON.stringify(value), value.stack, inspect(value, hidden)].join('\n');
}

/** @throws Error that shows where a marked secret is */
function expectNoSecret(value: unknown, what: string): void {
  const text = shown(value);
  const at = text.indexOf(MARK);
  if (at !== -1) throw new Error(`${what} shows a secret: …${text.slice(at - 80, at + 60)}…`);
}

/**
 * Ends a call as callers do.
 *
 * @throws Error when it hangs, or rejects with anything but an error of the client that keeps its
 *   secrets
 */
async function ending(call: () => Promise<unknown>): Promise<Ending> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The call did not end in time.')), HANG);
  });
  try {
    return { value: await Promise.race([call(), hang]) };
  } catch (error) {
    if (!(error instanceof PaymentsError) || !isPaymentsError(error)) throw error;
    expectNoSecret(error, error.name);
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

/** Malformed responses for each operation, others in each run, and the least of them in all. */
const RESPONSE_CASES = 10;
const LEAST_RESPONSES = 1_000;
/** Set `FUZZ_SEED` to run the cases of an earlier run again. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Runs a property a number of times.
 *
 * @throws Error that shows the seed to run it with again, and the smallest case that failed
 */
async function check<Case>(
  subject: Subject,
  arbitrary: fc.Arbitrary<Case>,
  property: (value: Case) => Promise<void>,
): Promise<void> {
  const own = {
    numRuns: RESPONSE_CASES,
    seed: seed + subjects.indexOf(subject),
    includeErrorInReport: true,
  };
  await fc.assert(fc.asyncProperty(arbitrary, property), own).catch((cause: unknown) => {
    const shown = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Run again with FUZZ_SEED=${seed}: ${subject.name}. ${shown}`, { cause });
  });
}

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
    await check(subject, script, async (responders) => {
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
