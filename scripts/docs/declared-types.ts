import { join } from 'node:path';
import ts from 'typescript';
import { entriesOf } from '../lib/entries.ts';
import { publishedPackages, root } from '../lib/workspace.ts';

/** One entry of a package, in its built declarations. */
export interface DeclaredEntry {
  /** `@org/payments-relay`. */
  readonly specifier: string;
  /** `@org/payments-sdk`. */
  readonly packageName: string;
  readonly file: ts.SourceFile;
}

/** The built declarations of all packages, read by the compiler once. */
export interface Declarations {
  readonly checker: ts.TypeChecker;
  readonly entries: readonly DeclaredEntry[];
  /** The exports of an entry by name, with aliases resolved. */
  exportsOf(specifier: string): ReadonlyMap<string, ts.Symbol>;
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

interface EntryFile {
  readonly specifier: string;
  readonly packageName: string;
  readonly path: string;
}

function entryFiles(): EntryFile[] {
  return publishedPackages().flatMap(({ id, manifest }) =>
    entriesOf(manifest)
      // What only the packages of this repository import has no page.
      .filter(({ from }) => from.startsWith('.') && from !== './internal')
      .map(({ from, name }) => ({
        specifier: `${manifest.name}${from.slice(1)}`,
        packageName: manifest.name,
        path: join(root, 'packages', id, 'dist', `${name}.d.ts`),
      })),
  );
}

function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
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

function readDeclarations(): Declarations {
  const files = entryFiles();
  const program = ts.createProgram(
    files.map(({ path }) => path),
    options,
  );
  const checker = program.getTypeChecker();
  const entries = files.map(({ path, ...entry }) => {
    const file = program.getSourceFile(path);
    if (file === undefined) throw new Error(`${path} is missing: run npm run build`);
    return { ...entry, file };
  });
  return {
    checker,
    entries,
    exportsOf(specifier) {
      const entry = entries.find((one) => one.specifier === specifier);
      const module = entry && checker.getSymbolAtLocation(entry.file);
      if (module === undefined) throw new Error(`${specifier} is not an entry of a package`);
      const found = checker.getExportsOfModule(module);
      return new Map(found.map((symbol) => [symbol.name, resolved(checker, symbol)]));
    },
  };
}
