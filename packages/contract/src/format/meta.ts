import * as z from 'zod/mini';
import { metaOf, readFrom } from './schema-meta.ts';

/** Returns a copy of a schema of which more is recorded. */
export function withMeta<Schema extends z.ZodMiniType>(
  schema: Schema,
  meta: z.core.GlobalMeta,
): Schema {
  const copy = z.clone(schema);
  readFrom(z.globalRegistry);
  z.globalRegistry.add(copy, meta);
  return copy;
}

/** Marks a field whose value must never be shown. */
export function secret<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  return withMeta(schema, { ...metaOf(schema), secret: true }) as Schema;
}

/** Makes a request field optional and records the service's default. */
export function withDefault<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: string | number | boolean,
): z.ZodMiniOptional<Schema> {
  return withMeta(z.optional(schema), { default: value });
}
