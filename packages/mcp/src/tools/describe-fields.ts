import type { JsonSchema } from './schema-types.ts';

/** Descriptions of fields by their paths. */
export type FieldTexts = Readonly<Record<string, string>>;

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the contract says of a field and then what follows from its schema, such as the form of an id. */
function joined(text: string | undefined, own: unknown): string | undefined {
  if (typeof own !== 'string') return text;
  if (text === undefined) return own;
  const names = own.match(/`[^`]+`/g) ?? [];
  const isSaid = own.startsWith('Form: ') && names.every((name) => text.includes(name));
  return isSaid ? text : `${text} ${own}`;
}

function describedField(schema: JsonSchema, fields: FieldTexts, path: string): JsonSchema {
  const inner = describeFields(schema, fields, path);
  const description = joined(fields[path], schema.description);
  return description === undefined ? inner : { ...inner, description };
}

/** Adds the descriptions of fields, by their paths, to a schema and everything below it. */
export function describeFields(schema: JsonSchema, fields: FieldTexts, path = ''): JsonSchema {
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties' && isSchema(value)) {
      const below = Object.entries(value).map(([name, child]) => {
        const at = path === '' ? name : `${path}.${name}`;
        return [name, describedField(child as JsonSchema, fields, at)];
      });
      return [keyword, Object.fromEntries(below)];
    }
    if (keyword === 'items' && isSchema(value)) {
      return [keyword, describeFields(value, fields, path)];
    }
    if (keyword === 'anyOf' && Array.isArray(value)) {
      return [keyword, value.map((one: JsonSchema) => describeFields(one, fields, path))];
    }
    return [keyword, value];
  });
  return Object.fromEntries(entries);
}
