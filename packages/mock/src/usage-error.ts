import { schemaIssues } from '@org/payments-contract/internal/schema';
import type * as z from 'zod/mini';

/** One problem of a value, and its place. */
export interface UsageIssue {
  /** Path to the value, such as `effect.kind`; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** Thrown for an unknown name or an invalid value: a misspelt kind, field or unit. */
export class MockUsageError extends TypeError {
  override readonly name = 'MockUsageError';
  readonly code = 'INVALID_ARGUMENT';
  readonly issues: readonly UsageIssue[];

  constructor(what: string, issues: readonly UsageIssue[]) {
    const texts = issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
    super(texts.length === 0 ? what : `${what}: ${texts.join('; ')}`);
    this.issues = issues;
  }
}

/** Checks a value, named for the message, and returns it. @throws MockUsageError with the allowed values */
export function checked<Schema extends z.ZodMiniType>(
  what: string,
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = schemaIssues(schema, value).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new MockUsageError(what, issues);
}

function displayText(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (typeof value === 'object' && value !== null) return 'is not one';
  return `is ${JSON.stringify(value)}`;
}

/** Returns the message for an enum: the received value, and the allowed ones. */
export function oneOf(allowed: readonly (string | number)[]) {
  return ({ input }: { readonly input?: unknown }): string =>
    `${displayText(input)}; allowed: ${allowed.join(', ')}`;
}

export function onlyFields(allowed: readonly string[]) {
  return ({ code, keys = [] }: { readonly code?: string; readonly keys?: readonly string[] }) =>
    code === 'unrecognized_keys'
      ? `has no field ${keys.join(', ')}; allowed: ${allowed.join(', ')}`
      : undefined;
}
