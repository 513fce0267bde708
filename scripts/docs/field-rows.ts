import ts from 'typescript';
import { docText, withoutTags } from '../build/types/doc-comment.ts';

/** One field of a request, a response or an event. */
export interface FieldRow {
  /** `policy.spendingLimits.currency`, `data[].id`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly comment: string;
  /** The variants of a union that have the field, if not all do: `BUSINESS`. */
  readonly onlyIn: readonly string[];
}

const MAX_DEPTH = 4;

const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null;

function isObject(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}

/** `string & {}`: any other value of an open enum. */
function isOpenString(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((one) => one.flags & ts.TypeFlags.String);
}

/** Declared by the language or the platform: `Uint8Array`, `Blob`, `Record`. */
function isGlobal(type: ts.Type): boolean {
  const declarations = type.symbol?.declarations ?? [];
  return declarations.some((one) =>
    /\/typescript\/lib\/|@types\//.test(one.getSourceFile().fileName),
  );
}

/** Reads the fields of declared types, nested ones included. */
export class FieldReader {
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Every field of a type, those of nested objects and of the items of arrays after their owner. */
  rows(type: ts.Type, prefix = '', seen: readonly ts.Type[] = []): FieldRow[] {
    const variants = this.#variants(type);
    if (seen.length > MAX_DEPTH || variants.some((variant) => seen.includes(variant))) return [];
    const [first] = variants;
    if (first === undefined) return [];
    const names = new Set(variants.flatMap((one) => one.getProperties().map(({ name }) => name)));
    const labels = this.#labels(variants);
    return [...names].flatMap((name) => {
      const owners = variants.filter((variant) => variant.getProperty(name) !== undefined);
      const symbols = owners.flatMap((owner) => owner.getProperty(name) ?? []);
      const types = symbols.map((symbol) => this.#checker.getTypeOfSymbol(symbol));
      const path = `${prefix}${name}`;
      const row: FieldRow = {
        path,
        type: [...new Set(types.map((one) => this.text(one)))].join(' | '),
        isRequired: symbols.every((symbol) => !(symbol.flags & ts.SymbolFlags.Optional)),
        comment: withoutTags(symbols.map(docText).find((text) => text !== '') ?? ''),
        onlyIn:
          owners.length === variants.length ? [] : owners.flatMap((one) => labels.get(one) ?? []),
      };
      const inner = types.map((one) => this.#item(one));
      const [nested] = inner;
      const suffix = types.some((one) => this.#isList(one)) ? '[].' : '.';
      const below =
        nested === undefined ? [] : this.rows(nested, `${path}${suffix}`, [...seen, ...variants]);
      return [row, ...below];
    });
  }

  /** A type in words: without `undefined`, open enums as their known values. */
  text(type: ts.Type): string {
    const shown = this.#checker.typeToString(
      this.#checker.getNonNullableType(type),
      undefined,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType,
    );
    const isNullable = type.isUnion() && type.types.some((one) => one.flags & ts.TypeFlags.Null);
    const simple = shown
      .replaceAll(/`[^`]*`/g, 'string')
      .replaceAll(/\s*\|\s*\(?string & \{\}\)?/g, '')
      .replaceAll(/\(?string & \{\}\)?\s*\|\s*/g, '')
      .replaceAll(/\(?string & \{\}\)?/g, 'string')
      .replaceAll(/\breadonly /g, '');
    const short = simple.length > 220 || simple.includes('{') ? this.#kind(type) : simple;
    return isNullable ? `${short} | null` : short;
  }

  #kind(type: ts.Type): string {
    if (this.#isList(type)) return 'object[]';
    return this.#variants(type).length > 0 ? 'object' : 'string';
  }

  #isList(type: ts.Type): boolean {
    const types = type.isUnion() ? type.types : [type];
    return types.some((one) => this.#checker.isArrayType(one));
  }

  #item(type: ts.Type): ts.Type | undefined {
    const types = type.isUnion() ? type.types : [type];
    const list = types.find((one) => this.#checker.isArrayType(one));
    const [element] =
      list === undefined ? [] : this.#checker.getTypeArguments(list as ts.TypeReference);
    const owner = element ?? type;
    return this.#variants(owner).length === 0 ? undefined : owner;
  }

  /** The object types that a type is, or is a union of. */
  #variants(type: ts.Type): ts.Type[] {
    const types = type.isUnion() ? type.types : [type];
    return types.filter(
      (one) =>
        isObject(one) &&
        !isOpenString(one) &&
        !isGlobal(one) &&
        !this.#checker.isArrayType(one) &&
        one.getCallSignatures().length === 0 &&
        one.getProperties().length > 0,
    );
  }

  /** The values of the field that differs in all variants of a union. */
  #labels(variants: readonly ts.Type[]): ReadonlyMap<ts.Type, readonly string[]> {
    const names = variants[0]?.getProperties().map(({ name }) => name) ?? [];
    for (const name of names) {
      const values = variants.map((variant) => this.#literals(variant, name));
      const all = values.flat();
      if (
        all.length > 0 &&
        values.every(({ length }) => length > 0) &&
        new Set(all).size === all.length
      ) {
        return new Map(variants.map((variant, index) => [variant, values[index] ?? []]));
      }
    }
    return new Map();
  }

  #literals(owner: ts.Type, name: string): string[] {
    const property = owner.getProperty(name);
    if (property === undefined) return [];
    const type = this.#checker.getTypeOfSymbol(property);
    const types = (type.isUnion() ? type.types : [type]).filter((one) => !(one.flags & nothing));
    return types.every((one) => one.isStringLiteral())
      ? types.flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
      : [];
  }
}
