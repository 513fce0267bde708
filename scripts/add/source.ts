import ts from 'typescript';
import { AddError } from './tree.ts';

type List = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
}

function find<Found extends ts.Node>(
  from: ts.Node,
  is: (node: ts.Node) => node is Found,
): Found | undefined {
  if (is(from)) return from;
  return ts.forEachChild(from, (child) => find(child, is));
}

const isList = (node: ts.Node): node is List =>
  ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);

/** The object or list that a constant, or a property below it, is declared with. */
function listOf(text: string, path: readonly string[]): List | undefined {
  return path.reduce<ts.Node | undefined>((owner, name) => {
    const declares = (node: ts.Node): node is ts.VariableDeclaration | ts.PropertyAssignment =>
      (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) &&
      node.name.getText().replaceAll("'", '') === name;
    const declaration = owner && find(owner, declares);
    return declaration?.initializer && find(declaration.initializer, isList);
  }, parse(text)) as List | undefined;
}

/** Returns the names in the object that a constant is declared with. */
export function namesIn(text: string, constant: string): string[] {
  const list = listOf(text, [constant]);
  if (list === undefined || ts.isArrayLiteralExpression(list)) return [];
  return list.properties.flatMap(({ name }) => name?.getText() ?? []);
}

/** Returns whether a constant, or a property below it, is declared with an object or a list. */
export function hasList(text: string, ...path: readonly string[]): boolean {
  return listOf(text, path) !== undefined;
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

/** A test that fails until somebody decides what it stands for. */
export function undecidedTest(what: string, decide: string): string {
  return `
test('undecided: ${what}', () => {
  expect.fail(${JSON.stringify(`Undecided: ${decide}`)});
});
`;
}
