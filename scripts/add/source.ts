import ts from 'typescript';
import { AddError } from './tree.ts';

type List = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
}

const isFunction = (node: ts.Node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node);

/** The first node of a kind in an expression, not within its functions. */
function find<Found extends ts.Node>(
  from: ts.Node,
  is: (node: ts.Node) => node is Found,
): Found | undefined {
  if (is(from)) return from;
  return ts.forEachChild(from, (child) => (isFunction(child) ? undefined : find(child, is)));
}

const isList = (node: ts.Node): node is List =>
  ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);

/** The value that a constant of a file, or a property below it, is declared with. */
function declaredValue(text: string, path: readonly string[]): ts.Expression | undefined {
  const [constant, ...properties] = path;
  const declaration = parse(text)
    .statements.filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find(({ name }) => name.getText() === constant);
  return properties.reduce<ts.Expression | undefined>((owner, name) => {
    const list = owner && find(owner, isList);
    if (list === undefined || ts.isArrayLiteralExpression(list)) return undefined;
    const property = list.properties.find(
      (one) => one.name?.getText().replaceAll("'", '') === name,
    );
    if (property === undefined) return undefined;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
    return ts.isPropertyAssignment(property) ? property.initializer : undefined;
  }, declaration?.initializer);
}

/** The object or list that a constant, or a property below it, is declared with. */
function listOf(text: string, path: readonly string[]): List | undefined {
  const value = declaredValue(text, path);
  return value && find(value, isList);
}

function identifiersIn(value: ts.Node): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text);
    ts.forEachChild(node, (child) => (isFunction(child) ? undefined : visit(child)));
  };
  visit(value);
  return names;
}

/** Returns the names that the value of a constant, or of a property below it, is made of. */
export function namesUsed(text: string, ...path: readonly string[]): string[] {
  const value = declaredValue(text, path);
  return value === undefined ? [] : identifiersIn(value);
}

/** Returns the names of what an object takes its other fields from: `...pageQuery`, `base.extend({})`. */
export function basesOf(text: string, ...path: readonly string[]): string[] {
  const list = listOf(text, path);
  if (list === undefined || ts.isArrayLiteralExpression(list)) return [];
  const spread = list.properties.filter((one) => ts.isSpreadAssignment(one));
  const extended = ts.isCallExpression(list.parent) ? [list.parent.expression] : [];
  return [...spread.map(({ expression }) => expression), ...extended].flatMap(identifiersIn);
}

/** Returns whether a file declares a constant. */
export function declares(text: string, constant: string): boolean {
  return declaredValue(text, [constant]) !== undefined;
}

/** Returns the names in the object that a constant, or a property below it, is declared with. */
export function namesIn(text: string, ...path: readonly string[]): string[] {
  const list = listOf(text, path);
  if (list === undefined || ts.isArrayLiteralExpression(list)) return [];
  return list.properties.flatMap(({ name }) => name?.getText() ?? []);
}

/** Returns whether a constant, or a property below it, is declared with an object or a list. */
export function hasList(text: string, ...path: readonly string[]): boolean {
  return listOf(text, path) !== undefined;
}

/** Returns whether a constant, or a property below it, is declared with an object. */
export function hasObject(text: string, ...path: readonly string[]): boolean {
  const list = listOf(text, path);
  return list !== undefined && ts.isObjectLiteralExpression(list);
}

/**
 * Adds an item at the end of the object or list that a constant, or a property below it, is declared
 * with: the first one of its initializer.
 *
 * @throws AddError if the text does not have it
 */
export function withItem(text: string, path: readonly string[], item: string): string {
  const list = listOf(text, path);
  if (list === undefined) throw new AddError(`${path.join('.')} is not an object or a list`);
  const items = ts.isObjectLiteralExpression(list) ? list.properties : list.elements;
  const at = items.length === 0 ? list.getStart() + 1 : items.end;
  const comma = items.length === 0 || items.hasTrailingComma ? '' : ',';
  return `${text.slice(0, at)}${comma}\n${item}${text.slice(at)}`;
}

/** Adds a name to the import from a module, or the import. */
export function withImport(text: string, name: string, from: string): string {
  const file = parse(text);
  const imports = file.statements.filter((one) => ts.isImportDeclaration(one));
  const existing = imports.find(
    ({ moduleSpecifier, importClause }) =>
      (moduleSpecifier as ts.StringLiteral).text === from &&
      importClause?.phaseModifier === undefined &&
      importClause?.namedBindings !== undefined &&
      ts.isNamedImports(importClause.namedBindings),
  );
  const bindings = existing?.importClause?.namedBindings;
  if (bindings !== undefined && ts.isNamedImports(bindings)) {
    if (bindings.elements.some((element) => element.name.text === name)) return text;
    const at = bindings.elements.at(-1)?.getEnd() ?? bindings.getStart() + 1;
    return `${text.slice(0, at)}, ${name}${text.slice(at)}`;
  }
  const at = imports.at(-1)?.getEnd() ?? 0;
  return `${text.slice(0, at)}\nimport { ${name} } from '${from}';${text.slice(at)}`;
}

/**
 * Adds the import of a whole module, such as `import * as z from 'zod/mini'`, if there is none or only
 * one of its types.
 */
export function withNamespace(text: string, name: string, from: string): string {
  const line = `import * as ${name} from '${from}';`;
  const types = `import type * as ${name} from '${from}';`;
  if (text.includes(types)) return text.replace(types, line);
  return text.includes(line) ? text : `${line}\n${text}`;
}

/** A test that fails until somebody decides what it stands for. */
export function undecidedTest(what: string, decide: string): string {
  return `
test('undecided: ${what}', () => {
  expect.fail(${JSON.stringify(`Undecided: ${decide}`)});
});
`;
}
