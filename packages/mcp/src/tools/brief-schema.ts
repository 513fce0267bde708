import type { JsonSchema, ObjectSchema } from './schema-types.ts';

/** Characters of JSON above which a schema is shortened, and above which one of its fields is. */
const LARGE = 2_000;
const LARGE_FIELD = 300;

const size = (value: unknown) => JSON.stringify(value).length;

function withoutPatterns(schema: JsonSchema): JsonSchema {
  const { pattern: _, additionalProperties: _closed, ...rest } = schema;
  return rest;
}

function briefField(schema: JsonSchema): JsonSchema {
  if (size(schema) <= LARGE_FIELD) return withoutPatterns(schema);
  const { type, description, anyOf, items, properties } = schema;
  if (type === 'object' || anyOf !== undefined || properties !== undefined) {
    const more = '`describe_operation` shows its fields.';
    const text = typeof description === 'string' ? description.split('Also required')[0] : '';
    return { type: 'object', description: `${text ?? ''} ${more}`.trim() };
  }
  return items === undefined ? schema : { ...schema, items: briefField(items as JsonSchema) };
}

/**
 * A schema as a list of many tools shows it: of a large one the nested fields are left out, which
 * `describe_operation` returns in full. All tools together would otherwise fill a conversation.
 */
export function briefSchema(schema: ObjectSchema): ObjectSchema {
  if (size(schema) <= LARGE) return schema;
  const fields = Object.entries(schema.properties).map(([name, field]) => [
    name,
    briefField(field),
  ]);
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** Hints that differ from what the protocol assumes; the title is the tool's own. */
export function briefHints(hints: {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}): Record<string, boolean> {
  const { readOnlyHint, destructiveHint, idempotentHint } = hints;
  if (readOnlyHint) return { readOnlyHint };
  return {
    ...(!destructiveHint && { destructiveHint }),
    ...(idempotentHint && { idempotentHint }),
  };
}
