import type * as z from 'zod/mini';
import { inlineSchema } from './openapi/schemas.ts';

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function walk(schema: unknown, path: string, found: Set<string>): void {
  if (!isObject(schema)) return;
  if (schema['x-secret'] === true) found.add(path);
  for (const [name, child] of Object.entries((schema.properties ?? {}) as Json)) {
    walk(child, path === '' ? name : `${path}.${name}`, found);
  }
  walk(schema.items, `${path}[]`, found);
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const members = schema[keyword];
    if (Array.isArray(members)) for (const member of members) walk(member, path, found);
  }
}

/** The paths of a schema's fields that are marked secret: `deviceCode.code`. */
export function secretPaths(schemas: readonly (z.ZodMiniType | undefined | null)[]): Set<string> {
  const found = new Set<string>();
  for (const schema of schemas) {
    if (schema !== undefined && schema !== null) walk(inlineSchema(schema), '', found);
  }
  return found;
}
