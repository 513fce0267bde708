import { mapFields, mapSubschemas } from '@org/payments-contract/internal/schema';
import type { JsonSchema, ObjectSchema } from './schema-types.ts';

/** Characters of JSON above which a schema is shortened, and above which one of its fields is. */
const LARGE = 900;
const LARGE_FIELD = 260;
const LARGE_LIST = 180;
/** Above this, the fields that can be left out are only named. */
const VERY_LARGE = 2_500;

const size = (value: unknown) => JSON.stringify(value).length;

const MORE = 'See `describe_operation`.';

/** A schema without what is only checked: the server names each field that does not fit, and why. */
const withoutChecks = ({
  pattern: _pattern,
  minLength: _least,
  maxLength: _most,
  minimum: _minimum,
  maximum: _maximum,
  default: _default,
  additionalProperties: _closed,
  ...rest
}: JsonSchema): JsonSchema => rest;

/** A description without the words that repeat the field's name: the form of an id is enough. */
function briefText(description: string): string {
  return description.replace(/^The [\w' ]+'s id\. Form: /, '');
}

function briefField(schema: JsonSchema): JsonSchema {
  const brief = mapSubschemas(withoutChecks(schema), briefField);
  const { description } = brief;
  return typeof description === 'string'
    ? { ...brief, description: briefText(description) }
    : brief;
}

/** A field without what is below it, or without the list of its values. */
function shortField(schema: JsonSchema): JsonSchema {
  const { type, description, anyOf, items, properties, enum: values } = schema;
  if (size(schema) <= (values === undefined ? LARGE_FIELD : LARGE_LIST)) return schema;
  const text = typeof description === 'string' ? description.split('Also required')[0] : '';
  if (type === 'object' || anyOf !== undefined || properties !== undefined) {
    return { type: 'object', description: `${text?.trim()} ${MORE}`.trim() };
  }
  if (values !== undefined) return { type, description: `${text} ${MORE}`.trim() };
  return items === undefined ? schema : { ...schema, items: shortField(items as JsonSchema) };
}

/** A field by its type: its name is enough to choose it, and `describe_operation` returns the rest. */
function namedField({ type = 'object', items }: JsonSchema): JsonSchema {
  // Providers refuse an array without the type of its items.
  return type === 'array' ? { type, items: namedField(items as JsonSchema) } : { type };
}

/**
 * A schema as a list of many tools shows it: of a large one the nested fields are left out, which
 * `describe_operation` returns in full. All tools together would otherwise fill a conversation.
 */
export function briefSchema(schema: ObjectSchema): JsonSchema {
  const { additionalProperties: _, required, properties, ...rest } = schema;
  const brief = mapFields(properties, briefField);
  const isLarge = size(brief) > LARGE;
  const isVeryLarge = size(brief) > VERY_LARGE;
  const short = (field: JsonSchema, name: string) => {
    if (isVeryLarge && !required.includes(name) && name !== 'confirmationId')
      return namedField(field);
    return isLarge ? shortField(field) : field;
  };
  return {
    ...rest,
    properties: mapFields(brief, short),
    ...(required.length > 0 && { required }),
  };
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
