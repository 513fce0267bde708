import { operations } from '@org/payments-contract';
import ts from 'typescript';
import { handsOutSecret } from '../../packages/mcp/src/tools/row-facts.ts';
import { inferredTypes } from '../build/types/contract-operations.ts';
import { docText, withoutTags } from '../build/types/doc-comment.ts';
import { findOperations } from '../build/types/operations.ts';
import type { Page } from './page.ts';
import { contractProgram, rowComments } from './row-comments.ts';

/** The comments of the sources on an operation, and about each field of its input by path. */
interface OperationComments {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Deeper than any input. */
const MAX_DEPTH = 8;

function onOneLine(text: string): string {
  return withoutTags(text).replaceAll(/\s*\n\s*/g, ' ');
}

function isStructure(checker: ts.TypeChecker, type: ts.Type): boolean {
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  const declarations = type.symbol?.declarations ?? [];
  const isGlobal =
    declarations.length > 0 &&
    declarations.every((one) => one.getSourceFile().fileName.includes('/typescript/lib/'));
  return isObject && !isGlobal && !checker.isArrayType(type);
}

/** What two variants say of one field, as one sentence: `The kind of customer: a person; or a company.` */
function alternatives(known: string, text: string): string {
  const [topic = ''] = /^[^:]+: /.exec(known) ?? [];
  if (topic === '' || !text.startsWith(topic)) return `${known} ${text}`;
  return `${known.replace(/\.$/, '')}; or ${text.slice(topic.length)}`;
}

/**
 * Adds the comments of all fields below a type; of a union, the first one that says something, and
 * for the field that tells its variants apart what each of them says.
 */
function collect(
  checker: ts.TypeChecker,
  type: ts.Type,
  path: string,
  found: Map<string, string>,
  depth = 0,
): void {
  if (depth > MAX_DEPTH) return;
  if (type.isUnion()) {
    for (const one of type.types) collect(checker, one, path, found, depth);
    return;
  }
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    if (element !== undefined) collect(checker, element, path, found, depth + 1);
    return;
  }
  if (!isStructure(checker, type)) return;
  for (const property of checker.getPropertiesOfType(type)) {
    const at = path === '' ? property.name : `${path}.${property.name}`;
    const text = onOneLine(docText(property));
    const type = checker.getTypeOfSymbol(property);
    const known = found.get(at);
    if (known === undefined && text !== '') found.set(at, text);
    // The field that tells the variants apart says something else in each of them.
    else if (known !== undefined && type.isStringLiteral() && !known.includes(text)) {
      found.set(at, alternatives(known, text));
    }
    collect(checker, type, at, found, depth + 1);
  }
}

type NamedComments = readonly [name: string, comments: OperationComments];

/** The comments of every operation and of the fields of its input. */
function readComments(): readonly NamedComments[] {
  const program = contractProgram();
  return findOperations(program).map((operation) => {
    const fields = new Map<string, string>();
    collect(program.checker, inferredTypes(program, operation).input, '', fields);
    const text = onOneLine(rowComments().get(operation.name) ?? '');
    return [operation.name, { text, fields: Object.fromEntries(fields) }];
  });
}

/** The operations that neither a tool nor the command line offers: they return a secret. */
const forPrograms: ReadonlySet<string> = new Set(
  operations()
    .filter(({ row }) => row.risk !== 'reads' && handsOutSecret(row))
    .map(({ name }) => name),
);

/** The descriptions of tools and their fields: comments do not exist when a program runs. */
export function toolCommentsPage(): Page {
  const path = 'packages/mcp/src/tools/comments.json';
  const offered = readComments().filter(([name]) => !forPrograms.has(name));
  return { path, text: `${JSON.stringify(Object.fromEntries(offered), undefined, 2)}\n` };
}
