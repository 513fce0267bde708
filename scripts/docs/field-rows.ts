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

/** Declared by the language or the platform: `Uint8Array`, `Blob`. */
function isGlobal(type: ts.Type): boolean {
  // `Partial<Card>` is declared by the language too, but its fields are those of `Card`.
  if (type.symbol?.name === '__type') return false;
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
        type: this.text(...types),
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

  /** Types in words: each value once, without `undefined`, open enums as their known values. */
  text(...types: readonly ts.Type[]): string {
    const members = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
    const items = members.flatMap((one) =>
      this.#checker.isArrayType(one) ? this.#checker.getTypeArguments(one as ts.TypeReference) : [],
    );
    const listed = this.#words(items);
    const list = /\||=>/.test(listed) ? `(${listed})[]` : `${listed}[]`;
    const others = this.#words(members.filter((one) => !this.#checker.isArrayType(one)));
    return [items.length > 0 ? list : '', others].filter((words) => words !== '').join(' | ');
  }

  #words(types: readonly ts.Type[]): string {
    const members = types.flatMap((type) => (type.isUnion() ? type.types : [type]));
    const words = members
      .filter((one) => !(one.flags & ts.TypeFlags.Undefined))
      .map((one) => this.#word(one));
    const unique = [...new Set(words)];
    const hasLiterals = unique.some((word) => word.startsWith("'"));
    return unique
      .filter((word) => !(hasLiterals && word === 'string'))
      .toSorted((one, two) => Number(one === 'null') - Number(two === 'null'))
      .join(' | ');
  }

  #word(type: ts.Type): string {
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (isOpenString(type) || type.flags & ts.TypeFlags.TemplateLiteral) return 'string';
    // The fields of an object have rows of their own.
    if (this.#variants(type).length > 0) return 'object';
    const shown = this.#checker
      .typeToString(
        type,
        undefined,
        ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType,
      )
      .replaceAll(/\breadonly /g, '');
    const isShort = shown.length <= 220 && !shown.includes('{');
    return isShort || !isObject(type) || type.getCallSignatures().length > 0 ? shown : 'object';
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
