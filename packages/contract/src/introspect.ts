import type * as z from 'zod';

/** What the walk needs of a schema's definition. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
}

export function definition(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The schema below optional, nullable and default wrappers. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType } = definition(schema);
  return innerType === undefined ? schema : unwrap(innerType);
}

/** Whether the schema, or the one it wraps, is marked secret. */
export function isSecret(schema: z.ZodType): boolean {
  if (schema.meta()?.secret === true) return true;
  const { innerType } = definition(schema);
  return innerType !== undefined && isSecret(innerType);
}

/** Visits every schema reachable from `schema`, with the field name it stands under. */
export function visitSchema(
  schema: z.ZodType,
  visit: (schema: z.ZodType, field: string | undefined) => void,
  field?: string,
): void {
  visit(schema, field);
  const def = definition(schema);
  for (const [name, child] of Object.entries(def.shape ?? {})) visitSchema(child, visit, name);
  for (const child of def.options ?? []) visitSchema(child, visit, field);
  for (const child of [def.element, def.innerType, def.valueType, def.left, def.right]) {
    if (child !== undefined) visitSchema(child, visit, field);
  }
}
