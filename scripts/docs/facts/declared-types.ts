import { join } from 'node:path';
import ts from 'typescript';
import { resolved } from '../../build/types/program.ts';
import { entriesOf } from '../../lib/entries.ts';
import { publishedPackages, root } from '../../lib/workspace.ts';

/** The built declarations of all packages, read by the compiler once. */
export interface Declarations {
  readonly checker: ts.TypeChecker;
  /** The exports of each entry by name, with aliases resolved: `@org/payments-relay/node`. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, ts.Symbol>>;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

function readDeclarations(): Declarations {
  const files = publishedPackages().flatMap(({ id, manifest }) =>
    entriesOf(manifest)
      // What only the packages of this repository import has no page.
      .filter(({ from }) => from.startsWith('.') && !from.startsWith('./internal'))
      .map(({ from, name }) => ({
        specifier: `${manifest.name}${from.slice(1)}`,
        path: join(root, 'packages', id, 'dist', `${name}.d.ts`),
      })),
  );
  const program = ts.createProgram(
    files.map(({ path }) => path),
    options,
  );
  const checker = program.getTypeChecker();
  const entries = files.map(({ specifier, path }) => {
    const file = program.getSourceFile(path);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${path} is missing: run npm run build`);
    const found = checker.getExportsOfModule(module);
    const exported = found.map((symbol) => [symbol.name, resolved(checker, symbol)] as const);
    return [specifier, new Map(exported)] as const;
  });
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
