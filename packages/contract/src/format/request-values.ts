import * as z from 'zod/mini';
import { missingValue } from '../internal/copied-text.ts';
import type { IdPrefix } from '../internal/id-prefixes.ts';
import { strictObject } from './objects.ts';

/** A message for a value of another type; limits of the value have messages of their own. */
export function ofType(message: string) {
  return ({ code }: { readonly code?: string }) => (code === 'invalid_type' ? message : undefined);
}

/**
 * White space, controls, characters without a look and halves of characters. The service assigns ids
 * without them; one with them is not what a person reads.
 */
const unseen = /[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u;

/** What is wrong with the characters of an id. */
function idProblem(id: unknown): string | undefined {
  const hidden = unseen.test(String(id)) && 'must not contain white space or control characters';
  return missingValue(String(id)) || hidden || undefined;
}

/**
 * Returns the schema of an id in a request: one of the prefixes and at least one character after it,
 * without white space and control characters.
 */
export function requestId(...prefixes: [IdPrefix, ...IdPrefix[]]): z.ZodMiniType<string, string> {
  const expected = prefixes.map((prefix) => `${prefix}:<id>`).join(' or ');
  const hasForm = (text: unknown) =>
    prefixes.some((prefix) => String(text).startsWith(`${prefix}:`) && text !== `${prefix}:`);
  return z.string().check(
    z.refine((text) => hasForm(text) && !idProblem(text), {
      error: ({ input }) =>
        (hasForm(input) && idProblem(input)) || `expected an id of the form ${expected}`,
    }),
  );
}

/** A whole number that a JavaScript number holds exactly. */
export const integer = z.int({ error: ofType('expected a whole number') });

/** A string of any length; the service decides which values it accepts. */
export const text = z.string();

/** A string that is not empty: part of a path, a filter, a header. */
export const nonEmpty = z.string().check(z.minLength(1, 'must not be empty'));

/** An id or a code without a prefix, as a part of a path: the rule of `requestId` for its characters. */
export const pathId = nonEmpty.check(
  z.refine((text) => !idProblem(text), { error: ({ input }) => idProblem(input) }),
);

/** The header field of a write that can be repeated under its key. */
export const idempotencyHeader = strictObject({
  /** Idempotency key: repeating it returns the first response again. Generated when left out. */
  idempotencyKey: z.optional(nonEmpty),
});

/** The same, where the service limits the length of a key. */
export const limitedIdempotencyHeader = strictObject({
  /** Idempotency key: repeating it returns the first response again. Generated when left out. */
  idempotencyKey: z.optional(nonEmpty.check(z.maxLength(255))),
});
