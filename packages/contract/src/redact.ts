import type * as z from 'zod';
import { isSecret, visitSchema } from './introspect.ts';
import { operations } from './operations.ts';

/** What stands in place of a secret. */
export const REDACTED = '[redacted]';

/** Names of secrets that travel outside the rows' schemas. */
const namesBesideTheRows = ['clientSecret', 'accessToken', 'authorization', 'stamp'];

let names: ReadonlySet<string> | undefined;

function schemasOfRows(): z.ZodType[] {
  return operations().flatMap(({ row }) =>
    [row.params, row.query, row.headers, row.body, ...Object.values(row.responses)].filter(
      (schema): schema is z.ZodType => schema !== undefined && schema !== null,
    ),
  );
}

/** The field names whose values are secret, read off the schemas of all operations. */
export function secretFieldNames(): ReadonlySet<string> {
  if (names !== undefined) return names;
  const found = new Set(namesBesideTheRows);
  for (const schema of schemasOfRows()) {
    visitSchema(schema, (child, field) => {
      if (field !== undefined && isSecret(child)) found.add(field);
    });
  }
  names = found;
  return names;
}

/** A copy of a JSON value in which the value of every secret field is masked, at any depth. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  const secrets = secretFieldNames();
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      secrets.has(key) && child !== undefined && child !== null ? REDACTED : redact(child),
    ]),
  );
}

/** The text of every secret field of a JSON value, at any depth. */
export function secretsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsOf);
  if (typeof value !== 'object' || value === null) return [];
  const secrets = secretFieldNames();
  return Object.entries(value).flatMap(([key, child]) =>
    secrets.has(key) && typeof child === 'string' ? [child] : secretsOf(child),
  );
}
