import {
  errorCodes,
  findOperation,
  type OperationName,
  type OperationRow,
  operations,
} from '@org/payments-contract';
import { closestNames, editDistance } from '@org/payments-contract/internal';
import * as z from 'zod/mini';
import { checked, MockUsageError, oneOf, onlyFields } from '../usage-error.ts';
import type { Fault, FaultEffect } from './fault.ts';
import { foreignForms, isOwnResponse } from './foreign-responses.ts';

function closed<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: onlyFields(Object.keys(shape)) });
}

function wholeNumber(lowest: number, highest?: number) {
  const range = highest === undefined ? `${lowest} or more` : `${lowest} to ${highest}`;
  const error = `must be a whole number, ${range}`;
  const schema = z.int({ error }).check(z.gte(lowest, { error }));
  return highest === undefined ? schema : schema.check(z.lte(highest, { error }));
}

const milliseconds = z
  .number({ error: 'must be a number of milliseconds, 0 or more' })
  .check(z.gte(0));
const offset = z.number({ error: 'must be a number of milliseconds, negative for a clock behind' });
const anyJson = z.json();
const json = z.custom((value) => anyJson.safeParse(value).success, 'must be JSON');
const codes = Object.keys(errorCodes);

/** A code that the contract has, or one that it may have later: not a misspelt one. */
const code = z.string({ error: 'must be text' }).check(
  z.superRefine((name, { addIssue }) => {
    const [close] = codes.includes(name) ? [] : closestNames(name, codes);
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) addIssue('must be capital letters, digits and _');
    else if (close !== undefined && editDistance(name, close) <= 2) {
      addIssue(`is "${name}"; did you mean ${close}?`);
    }
  }),
);

/** The fields of a header that the server itself must write. */
const framing = ['connection', 'content-length', 'date', 'transfer-encoding'];

const headers = z
  .record(z.string(), z.string({ error: 'must be text' }), { error: 'must be names and values' })
  .check(
    z.superRefine((fields, { addIssue }) => {
      for (const [name, value] of Object.entries(fields)) {
        if (framing.includes(name.toLowerCase())) addIssue(`cannot have ${name}`);
        else if (!isHeader(name, value))
          addIssue(`has the field ${name}, which HTTP does not allow`);
      }
    }),
  );

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}

type Target = 'any request' | 'a write' | 'a change' | 'a stamped request' | 'a list';

/** The leg of a request; undefined for an unsigned one, and for a fault that leaves it open. */
type Leg = 1 | 2 | 3 | undefined;

const isTarget: Readonly<Record<Target, (row: OperationRow, leg: Leg) => boolean>> = {
  'any request': () => true,
  'a write': ({ method }) => method !== 'GET',
  'a change': ({ method, signing, legs = 2 }, leg) =>
    method !== 'GET' && (signing !== 'required' || leg === undefined || leg === legs),
  'a stamped request': ({ signing }, leg) =>
    signing !== 'never' && (signing === 'inline' || leg !== 1),
  'a list': ({ list }) => list !== undefined,
};

/** Each kind of effect: what it strikes, and its fields besides `kind`. */
const kindTable = {
  answer: {
    strikes: 'any request',
    fields: {
      status: wholeNumber(200, 599),
      code: z.optional(code),
      retryAfter: z.optional(milliseconds),
      headers: z.optional(headers),
      body: z.optional(json),
      html: z.optional(z.string({ error: 'must be text' })),
    },
  },
  'refuse-connection': { strikes: 'any request', fields: {} },
  'reset-connection': { strikes: 'any request', fields: {} },
  'lose-reply': { strikes: 'any request', fields: {} },
  truncate: { strikes: 'any request', fields: { bytes: wholeNumber(0) } },
  delay: { strikes: 'any request', fields: { milliseconds } },
  'delay-body': { strikes: 'any request', fields: { milliseconds } },
  'foreign-response': {
    strikes: 'any request',
    fields: {
      form: z.optional(z.enum(foreignForms, { error: oneOf(foreignForms) })),
      status: z.optional(wholeNumber(200, 299)),
      applied: z.optional(z.boolean({ error: 'must be true or false' })),
    },
  },
  'late-apply': { strikes: 'a write', fields: { milliseconds } },
  'stale-read': { strikes: 'a change', fields: { milliseconds } },
  'cached-list': { strikes: 'a list', fields: { milliseconds } },
  'skewed-date': { strikes: 'any request', fields: { milliseconds: offset } },
  'expire-challenge': { strikes: 'a stamped request', fields: {} },
  'revoke-session': { strikes: 'a stamped request', fields: {} },
  'fail-credential-update': { strikes: 'a stamped request', fields: {} },
} as const satisfies Readonly<
  Record<FaultEffect['kind'], { readonly strikes: Target; readonly fields: z.core.$ZodLooseShape }>
>;

const kinds = Object.keys(kindTable) as FaultEffect['kind'][];

const effects = kinds.map((kind) => closed({ kind: z.literal(kind), ...kindTable[kind].fields }));

/** Returns the status of a gateway's response that would be the operation's own; undefined if none. */
function ownStatus(effect: FaultEffect, row: OperationRow): number | undefined {
  if (effect.kind !== 'foreign-response') return undefined;
  const { form, status = 200 } = effect;
  return isOwnResponse(row, form, status) ? status : undefined;
}

export function strikes(effect: FaultEffect, row: OperationRow, leg?: Leg): boolean {
  return isTarget[kindTable[effect.kind].strikes](row, leg) && ownStatus(effect, row) === undefined;
}

/** Returns the schema of a fault. It is built on first use, because the contract has many operations. */
function makeSchema() {
  const names = operations().map(({ name }) => name) as OperationName[];
  const chance = { error: 'must be a number from 0 to 1' };
  const times = [z.literal('always'), wholeNumber(1)] as const;
  return closed({
    operation: z.optional(z.enum(names, { error: oneOf(names) })),
    leg: z.optional(z.literal([1, 2, 3], { error: oneOf([1, 2, 3]) })),
    nth: z.optional(wholeNumber(1)),
    times: z.optional(z.union(times, { error: 'must be a whole number, 1 or more, or "always"' })),
    probability: z.optional(z.number(chance).check(z.gte(0, chance), z.lte(1, chance))),
    effect: z.discriminatedUnion('kind', effects as [(typeof effects)[0]], {
      error: ({ input }) => {
        const { kind } = (input ?? {}) as { readonly kind?: unknown };
        return oneOf(kinds)({ input: kind });
      },
    }),
  });
}

let schema: ReturnType<typeof makeSchema> | undefined;

const WHAT = 'The fault is not valid';

/**
 * Checks a fault and returns it.
 *
 * @throws MockUsageError for an unknown kind, operation, leg or field, and for an operation that
 *   the effect cannot strike
 */
export function checkedFault(value: unknown): Fault {
  schema ??= makeSchema();
  const fault = checked(WHAT, schema, value) as Fault;
  const { operation, effect, leg } = fault;
  const bodies = ['html', 'body', 'code'].filter((name) => name in effect);
  if (bodies.length > 1) {
    const message = `has ${bodies.join(' and ')}, of which a response has one`;
    throw new MockUsageError(WHAT, [{ path: 'effect', message }]);
  }
  const row = operation === undefined ? undefined : findOperation(operation)?.row;
  if (row === undefined || strikes(effect, row, leg)) return fault;
  const status = ownStatus(effect, row);
  if (status !== undefined) {
    const message = `is ${status}, with which ${operation} itself responds without a body`;
    throw new MockUsageError(WHAT, [{ path: 'effect.status', message }]);
  }
  const { strikes: target } = kindTable[effect.kind];
  throw new MockUsageError(WHAT, [
    { path: 'operation', message: `is ${operation}; ${effect.kind} strikes ${target} only` },
  ]);
}
