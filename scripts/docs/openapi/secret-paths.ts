import type * as z from 'zod/mini';
import { inlineSchema } from './schemas.ts';

interface Node {
  readonly 'x-secret'?: boolean;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

/** The paths of a schema's fields that are marked secret: `deviceCode.code`. */
export function secretPaths(schemas: readonly (z.ZodMiniType | undefined | null)[]): Set<string> {
  const found = new Set<string>();
  const walk = (node: Node, path: string): void => {
    if (node['x-secret'] === true) found.add(path);
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = node;
    for (const [name, field] of Object.entries(properties)) {
      walk(field, path === '' ? name : `${path}.${name}`);
    }
    if (items !== undefined) walk(items, `${path}[]`);
    for (const member of [...anyOf, ...oneOf, ...allOf]) walk(member, path);
  };
  for (const schema of schemas) {
    if (schema !== undefined && schema !== null) walk(inlineSchema(schema), '');
  }
  return found;
}
