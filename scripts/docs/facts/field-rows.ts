import ts from 'typescript';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';

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

const shownType =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/** The longest type that is written out. */
const MAX_TYPE = 220;

function membersOf(types: readonly ts.Type[]): readonly ts.Type[] {
  return types.flatMap((type) => (type.isUnion() ? type.types : [type]));
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

/** What two variants say of one field, as one sentence: `The kind of customer: a person; or a company.` */
function alternatives(known: string, text: string): string {
  const [topic = ''] = /^[^:]+: /.exec(known) ?? [];
  if (topic === '' || !text.startsWith(topic)) return `${known} ${text}`;
  return `${known.replace(/\.$/, '')}; or ${text.slice(topic.length)}`;
}

/** Reads the fields of declared types, nested ones included. */
export class FieldReader {
  readonly #checker: ts.TypeChecker;
  readonly #maxDepth: number;

  constructor(checker: ts.TypeChecker, maxDepth = 4) {
    this.#checker = checker;
    this.#maxDepth = maxDepth;
  }

  /** Every field of a type, those of nested objects and of the items of arrays after their owner. */
  rows(type: ts.Type): FieldRow[] {
    return this.#rows([type], '', []);
  }

  #rows(types: readonly ts.Type[], prefix: string, outer: readonly ts.Type[]): FieldRow[] {
    const variants = this.#variants(types);
    const depth = prefix.split('.').length - 1;
    if (depth > this.#maxDepth || variants.some((variant) => outer.includes(variant))) return [];
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
        comment: this.#comment(symbols, types),
        onlyIn:
          owners.length === variants.length ? [] : owners.flatMap((one) => labels.get(one) ?? []),
      };
      const items = this.#items(types);
      const below = items.length > 0 ? `${path}[].` : `${path}.`;
      return [row, ...this.#rows([...types, ...items], below, [...outer, ...variants])];
    });
  }

  /** The first comment that is one; of the field that tells variants apart, what each of them says. */
  #comment(symbols: readonly ts.Symbol[], types: readonly ts.Type[]): string {
    return symbols.reduce((known, symbol, index) => {
      const text = withoutTags(docText(symbol));
      if (known === '') return text;
      const isLabel = types[index]?.isStringLiteral() === true;
      return isLabel && !known.includes(text) ? alternatives(known, text) : known;
    }, '');
  }

  /** Types in words: each value once, without `undefined`, open enums as their known values. */
  text(...types: readonly ts.Type[]): string {
    const listed = this.#words(this.#items(types));
    const list = /\||=>/.test(listed) ? `(${listed})[]` : `${listed}[]`;
    const others = this.#words(membersOf(types).filter((one) => !this.#checker.isArrayType(one)));
    return [listed === '' ? '' : list, others].filter((words) => words !== '').join(' | ');
  }

  #words(types: readonly ts.Type[]): string {
    const members = membersOf(types).filter((one) => !(one.flags & ts.TypeFlags.Undefined));
    const words = [...new Set(members.map((one) => this.#word(one)))];
    const hasLiterals = words.some((word) => word.startsWith("'"));
    return words
      .filter((word) => !(hasLiterals && word === 'string'))
      .toSorted((one, two) => Number(one === 'null') - Number(two === 'null'))
      .join(' | ');
  }

  #word(type: ts.Type): string {
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (isOpenString(type) || type.flags & ts.TypeFlags.TemplateLiteral) return 'string';
    // The fields of an object have rows of their own.
    if (this.#variants([type]).length > 0) return 'object';
    const shown = this.#checker.typeToString(type, undefined, shownType);
    const isShort = shown.length <= MAX_TYPE && !shown.includes('{');
    const isObject = type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection);
    return isShort || !isObject || type.getCallSignatures().length > 0
      ? shown.replaceAll(/\breadonly /g, '')
      : 'object';
  }

  /** The types of the items of those types that are arrays. */
  #items(types: readonly ts.Type[]): readonly ts.Type[] {
    return membersOf(types)
      .filter((one) => this.#checker.isArrayType(one))
      .flatMap((list) => this.#checker.getTypeArguments(list as ts.TypeReference));
  }

  /** The object types among types and the members of unions. */
  #variants(types: readonly ts.Type[]): readonly ts.Type[] {
    const objects = membersOf(types).filter(
      (one) =>
        (one.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 &&
        !isOpenString(one) &&
        !isGlobal(one) &&
        !this.#checker.isArrayType(one) &&
        one.getCallSignatures().length === 0 &&
        one.getProperties().length > 0,
    );
    return [...new Set(objects)];
  }

  /** The values of the field that differs in all variants of a union. */
  #labels(variants: readonly ts.Type[]): ReadonlyMap<ts.Type, readonly string[]> {
    for (const { name } of variants[0]?.getProperties() ?? []) {
      const values = variants.map((variant) => this.#literals(variant, name));
      const all = values.flat();
      const isLabel = values.every(({ length }) => length > 0) && new Set(all).size === all.length;
      if (isLabel) return new Map(variants.map((variant, at) => [variant, values[at] ?? []]));
    }
    return new Map();
  }

  #literals(owner: ts.Type, name: string): string[] {
    const property = owner.getProperty(name);
    const types =
      property === undefined ? [] : membersOf([this.#checker.getTypeOfSymbol(property)]);
    const values = types.filter(
      (one) => !(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)),
    );
    return values.every((one) => one.isStringLiteral())
      ? values.flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
      : [];
  }
}
