import { errorCodes, type OperationName, operations } from '@org/payments-contract';
import * as z from 'zod';
import { checked, oneOf, onlyFields } from '../usage-error.ts';
import type { Fault, FaultEffect } from './fault.ts';

function closed<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, { error: onlyFields(Object.keys(shape)) });
}

function wholeNumber(lowest: number, highest?: number) {
  const range = highest === undefined ? `${lowest} or more` : `${lowest} to ${highest}`;
  const error = `must be a whole number, ${range}`;
  const schema = z.int({ error }).min(lowest, { error });
  return highest === undefined ? schema : schema.max(highest, { error });
}

const milliseconds = z.number({ error: 'must be a number of milliseconds, 0 or more' }).min(0);

const codes = Object.keys(errorCodes);

/** The fields of each kind of effect, besides `kind`. */
const effectFields = {
  answer: {
    status: wholeNumber(200, 599),
    code: z.enum(codes, { error: oneOf(codes) }).optional(),
    retryAfter: milliseconds.optional(),
    html: z.string({ error: 'must be text' }).optional(),
  },
  'refuse-connection': {},
  'reset-connection': {},
  'lose-reply': {},
  truncate: { bytes: wholeNumber(0) },
  delay: { milliseconds },
  'delay-body': { milliseconds },
  'expire-challenge': {},
  'revoke-session': {},
  'fail-credential-update': {},
} as const satisfies Readonly<Record<FaultEffect['kind'], z.ZodRawShape>>;

const kinds = Object.keys(effectFields) as FaultEffect['kind'][];

const effects = kinds.map((kind) => closed({ kind: z.literal(kind), ...effectFields[kind] }));

/**
 * Returns the schema of a fault. It is built on first use, because the contract has many
 * operations.
 */
function makeSchema() {
  const names = operations().map(({ name }) => name) as OperationName[];
  const chance = { error: 'must be a number from 0 to 1' };
  const times = [z.literal('always'), wholeNumber(1)] as const;
  return closed({
    operation: z.enum(names, { error: oneOf(names) }).optional(),
    leg: z.literal([1, 2], { error: oneOf([1, 2]) }).optional(),
    nth: wholeNumber(1).optional(),
    times: z.union(times, { error: 'must be a whole number, 1 or more, or "always"' }).optional(),
    probability: z.number(chance).min(0, chance).max(1, chance).optional(),
    effect: z.discriminatedUnion('kind', effects as [(typeof effects)[0]], {
      error: ({ input }) => {
        const { kind } = (input ?? {}) as { readonly kind?: unknown };
        return oneOf(kinds)({ input: kind });
      },
    }),
  });
}

let schema: ReturnType<typeof makeSchema> | undefined;

/**
 * Checks a fault and returns it.
 *
 * @throws MockUsageError for an unknown kind, operation, leg or field
 */
export function checkedFault(fault: unknown): Fault {
  schema ??= makeSchema();
  return checked('The fault is not valid', schema, fault) as Fault;
}
