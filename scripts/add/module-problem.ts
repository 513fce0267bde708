import ts from 'typescript';

/** A name that a module declares or exports twice. */
const DUPLICATES = new Set([2300, 2451]);
/** Errors of the syntax, and words that a module may not declare, have lower codes. */
const MAX_SYNTAX_CODE = 1999;

const path = 'module.ts';

/** What the compiler finds in a file without reading the modules that it imports. */
function diagnosticsOf(file: ts.SourceFile): readonly ts.Diagnostic[] {
  const program = ts.createProgram({
    rootNames: [path],
    options: { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.ESNext },
    host: {
      getSourceFile: (name) => (name === path ? file : undefined),
      fileExists: (name) => name === path,
      readFile: () => undefined,
      writeFile: () => undefined,
      getDefaultLibFileName: () => 'lib.d.ts',
      getCurrentDirectory: () => '/',
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => '\n',
    },
  });
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
}

function importedNames(statement: ts.Statement): string[] {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
  const bindings = clause?.namedBindings;
  const named = bindings === undefined || ts.isNamespaceImport(bindings) ? [] : bindings.elements;
  const namespace = bindings !== undefined && ts.isNamespaceImport(bindings) ? [bindings] : [];
  return [clause, ...named, ...namespace].flatMap((one) => one?.name?.text ?? []);
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

/** Returns why a source is not a module that declares each of its names once; undefined if it is one. */
export function moduleProblem(text: string): string | undefined {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const imported = new Set(file.statements.flatMap(importedNames));
  const both = file.statements.flatMap(declaredNames).find((name) => imported.has(name));
  if (both !== undefined) return `it imports '${both}' already`;
  const problem = diagnosticsOf(file).find(
    ({ code }) => code <= MAX_SYNTAX_CODE || DUPLICATES.has(code),
  );
  return problem && ts.flattenDiagnosticMessageText(problem.messageText, ' ');
}
