import ts from 'typescript';
import { root } from '../../lib/workspace.ts';
import { resolved, type SourceProgram } from './program.ts';
import type { NamedDeclaration } from './type-printer.ts';

/** The names of the types that the sources declare, and of those that the build writes. */
export class KnownTypes {
  readonly #declared = new Map<ts.Symbol, NamedDeclaration>();
  readonly #written = new Map<string, Map<ts.Type, NamedDeclaration>>();

  /** Collects every interface that a package's modules export, and every alias without parameters. */
  constructor({ program, checker, exportsOf }: SourceProgram, packageIds: readonly string[]) {
    const folders = packageIds.map((id) => `${root}/packages/${id}/src/`);
    for (const file of program.getSourceFiles()) {
      if (!folders.some((folder) => file.fileName.startsWith(folder))) continue;
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

  /** Names a type that the build writes out for an operation. Operations can share a type. */
  add(operation: string, type: ts.Type, declaration: NamedDeclaration): void {
    const own = this.#written.get(operation) ?? new Map<ts.Type, NamedDeclaration>();
    this.#written.set(operation, own.set(type, declaration));
  }

  /** The declaration of a type, as one of an operation if that is given. */
  find(type: ts.Type, operation?: string): NamedDeclaration | undefined {
    const written = operation === undefined ? undefined : this.#written.get(operation)?.get(type);
    if (written !== undefined) return written;
    const { aliasSymbol, aliasTypeArguments, symbol } = type;
    const alias = aliasSymbol === undefined ? undefined : this.#declared.get(aliasSymbol);
    // An alias with arguments is written out, unless its type still depends on a parameter.
    const isOpen = (type.flags & ts.TypeFlags.Conditional) !== 0;
    if (alias !== undefined && (aliasTypeArguments === undefined || isOpen)) return alias;
    const isInterface = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Interface) !== 0;
    return isInterface ? this.#declared.get(symbol) : undefined;
  }
}
