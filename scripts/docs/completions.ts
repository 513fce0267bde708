import type ts from 'typescript';
import { docText, withoutTags } from '../build/types/doc-comment.ts';
import { firstSentence } from '../generate/row-comments.ts';
import { builtDeclarations } from './declared-types.ts';

/** What the editor of the playground offers: a name, and what it is for. */
interface Offer {
  readonly label: string;
  readonly type: 'property' | 'function';
  readonly info: string;
}

/** The variables of an example, and the types that they have. */
const variables = [
  ['payments', '@org/payments-sdk', 'PaymentsClient'],
  ['mock', '@org/payments-mock', 'Mock'],
] as const;

const MAX_DEPTH = 3;

function declared(specifier: string, name: string): ts.Type {
  const { checker, exportsOf } = builtDeclarations();
  const symbol = exportsOf(specifier).get(name);
  if (symbol === undefined) throw new Error(`${specifier} does not export ${name}`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

function isOurs(property: ts.Symbol): boolean {
  const file = property.declarations?.[0]?.getSourceFile().fileName ?? '';
  return /\/packages\/\w+\/dist\//.test(file) && /^[a-z]\w*$/.test(property.name);
}

function infoOf(property: ts.Symbol): string {
  return firstSentence(withoutTags(docText(property)));
}

/** The fields of the first parameter of a method. */
function fieldsOf(type: ts.Type): Offer[] {
  const { checker } = builtDeclarations();
  // Of overloads, the last one accepts the most.
  const [parameter] = type.getCallSignatures().at(-1)?.getParameters() ?? [];
  if (parameter === undefined) return [];
  const given = checker.getTypeOfSymbol(parameter);
  const [first = given] = checker.isTupleType(given)
    ? checker.getTypeArguments(given as ts.TypeReference)
    : [given];
  const input = checker.getNonNullableType(first);
  const parts = input.isUnion() ? input.types : [input];
  const fields = parts.flatMap((part) => part.getProperties().filter(isOurs));
  const byName = new Map(fields.map((field) => [field.name, field]));
  return [...byName.values()].map((field) => ({
    label: field.name,
    type: 'property',
    info: infoOf(field),
  }));
}

/**
 * What can follow a path in a program of the playground, from the built declarations: the members of
 * `payments.cards`, and at `payments.cards.update(` the fields of its input.
 */
export function completions(): Record<string, readonly Offer[]> {
  const { checker } = builtDeclarations();
  const members: Record<string, readonly Offer[]> = {};
  const walk = (path: string, type: ts.Type, depth: number) => {
    const properties = type.getProperties().filter(isOurs);
    if (properties.length === 0) return;
    members[path] = properties.map((property) => {
      const own = checker.getTypeOfSymbol(property);
      const isCalled = own.getCallSignatures().length > 0;
      const fields = isCalled ? fieldsOf(own) : [];
      const below = `${path}.${property.name}`;
      if (fields.length > 0) members[`${below}(`] = fields;
      if (!isCalled && depth < MAX_DEPTH) walk(below, own, depth + 1);
      return {
        label: property.name,
        type: isCalled ? 'function' : 'property',
        info: infoOf(property),
      };
    });
  };
  for (const [name, specifier, type] of variables) walk(name, declared(specifier, type), 1);
  return members;
}
