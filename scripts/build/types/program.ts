import { join } from 'node:path';
import ts from 'typescript';
import { entriesOf, type Package, root } from '../../lib/workspace.ts';

/** One program over the sources of all packages, with the queries of the build. */
export interface SourceProgram {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** The source file of that path from the root. */
  file(path: string): ts.SourceFile;
  /** The exports of a module by name, with aliases resolved. */
  exportsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Symbol>;
}

/**
 * The options of the workspace, for emitting only declarations. What does not compile is reported by
 * the type check, and what cannot be declared also without it.
 */
export function compilerOptions(): ts.CompilerOptions {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  return { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true };
}

/** The target of an alias, or the symbol itself. */
function resolved(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns the exports of a module by name. @throws Error for a file without exports */
function moduleExports(
  checker: ts.TypeChecker,
  file: ts.SourceFile,
): ReadonlyMap<string, ts.Symbol> {
  const module = checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${file.fileName} has no exports`);
  return new Map(
    checker
      .getExportsOfModule(module)
      .map((symbol) => [symbol.name, resolved(checker, symbol)] as const),
  );
}

/** Parses the files, given by their paths from the root, and all they import. */
export function sourceProgram(
  paths: readonly string[],
  options: ts.CompilerOptions = compilerOptions(),
): SourceProgram {
  const program = ts.createProgram(
    paths.map((path) => join(root, path)),
    options,
  );
  const checker = program.getTypeChecker();
  return {
    program,
    checker,
    file(path) {
      const file = program.getSourceFile(join(root, path));
      if (file === undefined) throw new Error(`${path} is not part of the program`);
      return file;
    },
    exportsOf: (file) => moduleExports(checker, file),
  };
}

/** The path of an entry's source from the root. */
export function entrySource(pkg: Package, source: string): string {
  return `packages/${pkg.id}/${source.replace(/^\.\//, '')}`;
}

/** Parses the sources of all entries of the packages. */
export function packagesProgram(packages: readonly Package[]): SourceProgram {
  const entries = packages.flatMap((pkg) =>
    entriesOf(pkg.manifest).map(({ source }) => entrySource(pkg, source)),
  );
  return sourceProgram([...entries, 'scripts/build/types/inferred.ts']);
}

/** A declaration that printed types refer to by name, and the source file that exports it. */
export interface NamedDeclaration {
  readonly name: string;
  readonly file: string;
}

/** The names of the types that the contract's sources export. */
export class KnownTypes {
  readonly #declared = new Map<ts.Symbol, NamedDeclaration>();

  constructor({ program, checker, exportsOf }: SourceProgram) {
    for (const file of program.getSourceFiles()) {
      if (!file.fileName.startsWith(`${root}/packages/contract/src/`)) continue;
      if (checker.getSymbolAtLocation(file) === undefined) continue;
      for (const [name, symbol] of exportsOf(file)) {
        const own = resolved(checker, symbol);
        const declaration = own.declarations?.find(
          (one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one),
        );
        if (declaration?.getSourceFile() !== file) continue;
        this.#declared.set(own, { name, file: file.fileName });
      }
    }
  }

  /** The declaration of a type, to refer to instead of writing the type out. */
  find({ aliasSymbol, aliasTypeArguments, symbol }: ts.Type): NamedDeclaration | undefined {
    const alias = aliasSymbol === undefined ? undefined : this.#declared.get(aliasSymbol);
    // An alias with arguments is written out.
    if (alias !== undefined && aliasTypeArguments === undefined) return alias;
    const isInterface = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Interface) !== 0;
    return isInterface ? this.#declared.get(symbol) : undefined;
  }
}
