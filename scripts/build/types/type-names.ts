import ts from 'typescript';
import { root } from '../../lib/workspace.ts';
import { resolved, type SourceProgram } from './program.ts';

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
