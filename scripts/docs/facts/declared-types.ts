import ts from 'typescript';
import { compilerOptions, sourceProgram } from '../../build/types/program.ts';
import { entriesOf, publishedPackages } from '../../lib/workspace.ts';

/** The built declarations of all packages, read by the compiler once. */
export interface Declarations {
  readonly checker: ts.TypeChecker;
  /** The exports of each entry by name, with aliases resolved: `@org/payments-relay/node`. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, ts.Symbol>>;
}

function readDeclarations(): Declarations {
  // Without the condition that leads to the sources.
  const { customConditions: _, ...options } = compilerOptions();
  const files = publishedPackages().flatMap(({ id, manifest }) =>
    entriesOf(manifest)
      // What only the packages of this repository import has no page.
      .filter(({ from }) => from.startsWith('.') && !from.startsWith('./internal'))
      .map(({ from, name }) => ({
        specifier: `${manifest.name}${from.slice(1)}`,
        path: `packages/${id}/dist/${name}.d.ts`,
      })),
  );
  const { checker, exportsOf, file } = sourceProgram(
    files.map(({ path }) => path),
    options,
  );
  const entries = files.map(({ specifier, path }) => [specifier, exportsOf(file(path))] as const);
  return { checker, entries: new Map(entries) };
}

let declarations: Declarations | undefined;

/**
 * Reads the built declarations of all packages, once.
 *
 * @throws Error if the packages have not been built
 */
export function builtDeclarations(): Declarations {
  declarations ??= readDeclarations();
  return declarations;
}

/** A type that an entry exports, or the type of a value. @throws Error if it exports neither */
export function declaredType(specifier: string, name: string): ts.Type {
  const { checker, entries } = builtDeclarations();
  const symbol = entries.get(specifier)?.get(name);
  if (symbol === undefined) throw new Error(`${specifier} does not export ${name}`);
  return symbol.flags & ts.SymbolFlags.Variable
    ? checker.getTypeOfSymbol(symbol)
    : checker.getDeclaredTypeOfSymbol(symbol);
}

/** The fields that a function accepts in its first parameter; of overloads, the last one accepts most. */
export function firstParameter(called: ts.Type): ts.Type | undefined {
  const { checker } = builtDeclarations();
  const [parameter] = called.getCallSignatures().at(-1)?.getParameters() ?? [];
  if (parameter === undefined) return undefined;
  const type = checker.getTypeOfSymbol(parameter);
  const [first = type] = checker.isTupleType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)
    : [];
  return checker.getNonNullableType(first);
}
