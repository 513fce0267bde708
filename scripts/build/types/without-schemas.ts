import ts from 'typescript';

function namespaceOf(file: ts.SourceFile, library: string): string | undefined {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { moduleSpecifier, importClause } = statement;
    const bindings = importClause?.namedBindings;
    if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== library) continue;
    if (bindings !== undefined && ts.isNamespaceImport(bindings)) return bindings.name.text;
    throw new Error(`${file.fileName}: import zod as a namespace`);
  }
  return undefined;
}

function leftmost(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : leftmost(name.left);
}

/**
 * A module of the contract as other packages publish it: its types without its schemas. Variables
 * that hold schemas are left out, and if a type refers to a schema it is an `object`.
 */
export function withoutSchemas(path: string, text: string): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const zod = namespaceOf(file, 'zod');
  const edits: { start: number; end: number; text: string }[] = [];
  const replace = (node: ts.Node, by: string) =>
    edits.push({ start: node.getStart(), end: node.getEnd(), text: by });
  const isSchema = (node: ts.Node): boolean =>
    ts.isTypeReferenceNode(node) && leftmost(node.typeName) === zod;
  const mentionsSchema = (node: ts.Node): boolean =>
    isSchema(node) || (ts.forEachChild(node, mentionsSchema) ?? false);
  const visit = (node: ts.Node): void => {
    if (isSchema(node)) replace(node, 'object');
    else ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) {
    const isAugmentation = ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name);
    const isSchemaVariable = ts.isVariableStatement(statement) && mentionsSchema(statement);
    if (isAugmentation || isSchemaVariable) replace(statement, '');
    else visit(statement);
  }
  return edits
    .sort((left, right) => right.start - left.start)
    .reduce(
      (rest, { start, end, text: by }) => `${rest.slice(0, start)}${by}${rest.slice(end)}`,
      text,
    );
}
