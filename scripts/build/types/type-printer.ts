import ts from 'typescript';
import { docComment, docText } from './doc-comment.ts';
import type { ModuleEditor } from './modules.ts';
import type { KnownTypes } from './program.ts';

function isFlag(type: ts.Type, flag: ts.TypeFlags): boolean {
  return (type.flags & flag) !== 0;
}

const simple =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Never |
  ts.TypeFlags.Void |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.TypeParameter |
  ts.TypeFlags.NonPrimitive;

/** Declared outside the packages: by the language, the platform or a library's globals. */
function isGlobal(symbol: ts.Symbol): boolean {
  const declarations = symbol.declarations ?? [];
  return (
    declarations.length > 0 &&
    declarations.every((declaration) => declaration.getSourceFile().isDeclarationFile)
  );
}

const identifier = /^[A-Za-z_$][\w$]*$/;

function isObject(type: ts.Type): boolean {
  return isFlag(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection);
}

/** Writes types as source text, with the doc comments of their properties. */
export class TypePrinter {
  readonly #checker: ts.TypeChecker;
  readonly #types: KnownTypes;
  readonly #editor: ModuleEditor;

  constructor(checker: ts.TypeChecker, types: KnownTypes, editor: ModuleEditor) {
    this.#checker = checker;
    this.#types = types;
    this.#editor = editor;
  }

  /** Declares a type by a name, as an interface if it is an object. */
  declaration(name: string, type: ts.Type, isInterface = isObject(type)): string {
    return isInterface
      ? `export interface ${name} ${this.members(type)}`
      : `export type ${name} = ${this.structure(type)};`;
  }

  /** Writes a type: its name if it has one, otherwise its structure. */
  print(type: ts.Type, indent = ''): string {
    const named = this.#named(type, indent);
    return named ?? this.structure(type, indent);
  }

  #named(type: ts.Type, indent: string): string | undefined {
    const declaration = this.#types.find(type);
    if (declaration === undefined) return undefined;
    const own = this.#editor.refer(declaration.name, declaration.file);
    const given =
      type.aliasTypeArguments ??
      (isReference(type) ? this.#checker.getTypeArguments(type) : undefined) ??
      [];
    const args = given.slice(0, declaredParameters(type)).map((one) => this.print(one, indent));
    return args.length === 0 ? own : `${own}<${args.join(', ')}>`;
  }

  /** The type written out, even if it has a name. */
  structure(type: ts.Type, indent = ''): string {
    if (isFlag(type, simple)) return this.#text(type);
    if (type.isUnion()) return this.#union(type, indent);
    if (isOpenString(type)) return '(string & {})';
    if (this.#checker.isTupleType(type)) throw new Error(`A tuple: ${this.#text(type)}`);
    if (this.#checker.isArrayType(type)) return this.#array(type, indent);
    if (isObject(type)) return this.#object(type, indent);
    throw new Error(`This type cannot be written out: ${this.#text(type)}`);
  }

  /** The properties of an object type between braces, each with its doc comment. */
  members(type: ts.Type, indent = ''): string {
    const inner = `${indent}  `;
    const lines = this.#checker.getPropertiesOfType(type).map((property) => {
      const value = this.#checker.getTypeOfSymbol(property);
      const optional = (property.flags & ts.SymbolFlags.Optional) !== 0 ? '?' : '';
      const readonly = isReadonly(property) ? 'readonly ' : '';
      const name = identifier.test(property.name) ? property.name : JSON.stringify(property.name);
      const comment = docComment(docText(property), inner);
      return `${comment}${inner}${readonly}${name}${optional}: ${this.print(value, inner)};\n`;
    });
    const indexes = this.#checker.getIndexInfosOfType(type).map((info) => {
      const readonly = info.isReadonly ? 'readonly ' : '';
      const key = this.#text(info.keyType);
      return `${inner}${readonly}[key: ${key}]: ${this.print(info.type, inner)};\n`;
    });
    const body = [...lines, ...indexes].join('');
    return body === '' ? '{}' : `{\n${body}${indent}}`;
  }

  #text(type: ts.Type): string {
    const flags =
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
    return this.#checker.typeToString(type, undefined, flags);
  }

  #object(type: ts.Type, indent: string): string {
    const { symbol } = type;
    const calls = [...type.getCallSignatures(), ...type.getConstructSignatures()];
    if (symbol !== undefined && isGlobal(symbol) && !isAnonymous(symbol)) return this.#text(type);
    if (calls.length > 0) throw new Error(`A function cannot be written out: ${this.#text(type)}`);
    return this.members(type, indent);
  }

  #array(type: ts.Type, indent: string): string {
    const [element] = this.#checker.getTypeArguments(type as ts.TypeReference);
    if (element === undefined) throw new Error('An array has an element type');
    const text = this.print(element, indent);
    const readonly = type.symbol.name === 'ReadonlyArray' ? 'readonly ' : '';
    const isPlain = /^[\w.$]+(?:<.*>)?$/.test(text);
    return isPlain ? `${readonly}${text}[]` : `${readonly}(${text})[]`;
  }

  #union(type: ts.UnionType, indent: string): string {
    const isBoolean = type.types.filter((one) => isFlag(one, ts.TypeFlags.BooleanLiteral));
    const rest =
      isBoolean.length === 2 ? type.types.filter((one) => !isBoolean.includes(one)) : type.types;
    const ranked = [...rest].sort((left, right) => rank(left) - rank(right));
    const texts = ranked.map((one) => this.print(one, indent));
    const nullish = ranked.findIndex((one) => rank(one) > 1);
    if (rest !== type.types) texts.splice(nullish < 0 ? texts.length : nullish, 0, 'boolean');
    return texts.join(' | ');
  }
}

/** Values first, the rest of an open enum after them, null and undefined last. */
function rank(type: ts.Type): number {
  if (isFlag(type, ts.TypeFlags.Undefined)) return 3;
  if (isFlag(type, ts.TypeFlags.Null)) return 2;
  return isOpenString(type) ? 1 : 0;
}

/** `string & {}`, which keeps the known values of an open enum in completions. */
function isOpenString(type: ts.Type): boolean {
  if (!type.isIntersection() || type.types.length !== 2) return false;
  const [first, second] = type.types;
  return (
    first !== undefined &&
    second !== undefined &&
    isFlag(first, ts.TypeFlags.String) &&
    isFlag(second, ts.TypeFlags.Object) &&
    second.getProperties().length === 0
  );
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return (
    isFlag(type, ts.TypeFlags.Object) &&
    ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  );
}

function declaredParameters(type: ts.Type): number {
  const declaration = (type.aliasSymbol ?? type.symbol)?.declarations?.find(
    (one): one is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration =>
      ts.isInterfaceDeclaration(one) ||
      ts.isTypeAliasDeclaration(one) ||
      ts.isClassDeclaration(one),
  );
  return declaration?.typeParameters?.length ?? 0;
}

function isAnonymous(symbol: ts.Symbol): boolean {
  return (symbol.flags & (ts.SymbolFlags.TypeLiteral | ts.SymbolFlags.ObjectLiteral)) !== 0;
}

function isReadonly(property: ts.Symbol): boolean {
  return (property.declarations ?? []).some(
    (declaration) => (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0,
  );
}
