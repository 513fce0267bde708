import type * as z from 'zod/mini';
import type { Fields } from './format/fields.ts';
import { definition, isSecret, membersOf, visitSchema } from './format/introspect.ts';
import type { OperationRow } from './format/operation.ts';
import { operations } from './operations.ts';

/** The text that replaces a secret. */
export const REDACTED = '[redacted]';
/** The text that replaces a value nested deeper than any resource. */
const TOO_DEEP = '[nested too deeply]';
const MAX_DEPTH = 64;

/** Names of secrets that are sent outside the rows' schemas. */
const namesOutsideTheRows = ['clientSecret', 'accessToken', 'authorization', 'stamp'];
/** A name that is a secret in one body and a plain field in another; only the schema distinguishes them. */
const ambiguousNames = new Set(['code']);

type Schemas = readonly z.ZodMiniType[];
let names: ReadonlySet<string> | undefined;

function schemasOf(row: OperationRow): z.ZodMiniType[] {
  const parts = [row.params, row.query, row.headers, row.body, ...Object.values(row.responses)];
  return parts.filter((schema) => schema !== undefined && schema !== null);
}

/** Returns the field names whose values are secret in every place, taken from the schemas of all rows. */
export function secretFieldNames(): ReadonlySet<string> {
  if (names !== undefined) return names;
  const found = new Set(namesOutsideTheRows);
  for (const schema of operations().flatMap(({ row }) => schemasOf(row))) {
    visitSchema(schema, (child, field) => {
      if (field !== undefined && isSecret(child)) found.add(field);
    });
  }
  for (const name of ambiguousNames) found.delete(name);
  names = found;
  return names;
}

function fieldSchemas(schemas: Schemas, field: string): Schemas {
  return schemas.flatMap(membersOf).flatMap((schema) => {
    const { shape, valueType } = definition(schema);
    const child = shape !== undefined && Object.hasOwn(shape, field) ? shape[field] : valueType;
    return child === undefined ? [] : [child];
  });
}

function itemSchemas(schemas: Schemas): Schemas {
  return schemas.flatMap(membersOf).flatMap((schema) => {
    const { element } = definition(schema);
    return element === undefined ? [] : [element];
  });
}

function isSecretField(name: string, schemas: Schemas): boolean {
  if (schemas.some(isSecret)) return true;
  return schemas.length === 0 && secretFieldNames().has(name);
}

type OnSecret = (value: unknown) => unknown;

function walk(value: unknown, schemas: Schemas, onSecret: OnSecret, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) {
    const below = itemSchemas(schemas);
    return value.map((item) => walk(item, below, onSecret, depth + 1));
  }
  const entries = Object.entries(value as Fields).map(([name, child]) => {
    const below = fieldSchemas(schemas, name);
    const isMasked = child !== undefined && child !== null && isSecretField(name, below);
    return [name, isMasked ? onSecret(child) : walk(child, below, onSecret, depth + 1)];
  });
  return Object.fromEntries(entries);
}

/**
 * Copies a JSON value with every secret masked, at any depth. With a schema, its marks determine
 * the secrets. Fields it does not have, and values without a schema, are masked by their names.
 */
export function redact(value: unknown, ...schemas: Schemas): unknown {
  return walk(value, schemas, () => REDACTED, 0);
}

/** Collects the text of every secret of a JSON value, at any depth. */
export function secretsOf(value: unknown, ...schemas: Schemas): string[] {
  const found: string[] = [];
  const collect: OnSecret = (secret) => {
    if (typeof secret === 'string') found.push(secret);
    return secret;
  };
  walk(value, schemas, collect, 0);
  return found;
}

/** Returns the schemas of an operation's success responses, for `redact`. */
export function responseSchemas(row: OperationRow): Schemas {
  return Object.values(row.responses).filter((schema) => schema !== null);
}

/**
 * Masks the secret parameters in a path of the operation.
 *
 * @example
 * ```ts
 * redactPath(row, '/agents/device-codes/WXYZ-1234/redeem'); //
 * '/agents/device-codes/[redacted]/redeem'
 * ```
 */
export function redactPath(row: OperationRow, path: string): string {
  const segments = row.path.split('/');
  return path
    .split('/')
    .map((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segments[index] ?? '')?.[1];
      const schema = name === undefined ? undefined : row.params?.shape[name];
      return schema !== undefined && isSecret(schema as z.ZodMiniType) ? REDACTED : segment;
    })
    .join('/');
}
