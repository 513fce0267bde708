import { eventRows } from '../src/events.ts';
import { type AnyExample, exampleOf } from '../src/examples.ts';
import type { Fields } from '../src/format/fields.ts';
import { assess, errorCodes, findOperation, type OperationRow, operations } from '../src/index.ts';
import { didYouMean } from '../src/internal/closest-names.ts';

/** A row with its name and its example. */
interface RowWithExample {
  readonly name: string;
  readonly row: OperationRow;
  readonly example: AnyExample | undefined;
}

type Part = OperationRow['params'];

function namesOf(part: Part): string[] {
  return Object.keys(part?.shape ?? {});
}

function pick(part: Part, input: Fields): Fields {
  const names = namesOf(part);
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
}

/** The fields of an input that belong to the body: those of no other part. */
function bodyOf(row: OperationRow, input: Fields): Fields {
  const elsewhere = [row.params, row.query, row.headers].flatMap(namesOf);
  return Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.includes(name)));
}

function inputProblems(row: OperationRow, input: Fields, what: string): string[] {
  const parts = [row.params, row.query, row.headers].map((part) =>
    part?.safeParse(pick(part, input)),
  );
  const others = bodyOf(row, input);
  const checked = [...parts, row.body?.safeParse(others)];
  const issues = checked.flatMap((result) => result?.error?.issues ?? []);
  const unknown = row.body === undefined ? Object.keys(others) : [];
  return [
    ...unknown.map((name) => `${what} ${name}: the request does not have this field`),
    ...issues.map(({ path, message }) => `${what} ${path.join('.')}: ${message}`),
    ...(row.rules?.(input) ?? []).map(({ path, message }) => `${what} ${path}: ${message}`),
  ];
}

function resultProblems(row: OperationRow, result: unknown): string[] {
  const [schema] = Object.values(row.responses);
  if (schema === null || schema === undefined) {
    return result === undefined ? [] : ['its response has no body, and the example has a result'];
  }
  const { drift, unusable } = assess(schema, result);
  return [...unusable, ...drift].map(
    ({ path, message }) => `the example's result ${path}: ${message}`,
  );
}

function pathProblems({ path, params }: OperationRow): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inParams = namesOf(params);
  return [
    ...inPath
      .filter((name) => !inParams.includes(name))
      .map((name) => `its path has {${name}}, and its params do not`),
    ...inParams
      .filter((name) => !inPath.includes(name))
      .map((name) => `its params have ${name}, and its path does not`),
  ];
}

function fieldProblems({ params, query, headers, body }: OperationRow): string[] {
  const all = [params, query, headers, body as Part].flatMap(namesOf);
  const twice = all.filter((name, index) => all.indexOf(name) !== index);
  return twice.map((name) => `${name} is a field of two parts of its request`);
}

function codeProblems({ errors }: OperationRow): string[] {
  return errors
    .filter((code) => !Object.hasOwn(errorCodes, code))
    .map((code) => `${code} is not an error code${didYouMean(code, Object.keys(errorCodes))}`);
}

/** A lost write is found again by its key, or by what its row names. */
function reconcileProblems({ retry, signing, reconcile }: OperationRow, input: Fields): string[] {
  if (retry === 'never' && reconcile === undefined) {
    return ['it is a write without a key, and needs `reconcile`: how a lost write is found again'];
  }
  // Repeating a change that is signed inline also needs its stamp, which is not recorded.
  if (retry !== 'never' && signing !== 'inline' && reconcile !== undefined) {
    return ['it may be repeated, and needs no `reconcile`'];
  }
  if (reconcile?.by !== 'read' && reconcile?.by !== 'list') return [];
  const read = findOperation(reconcile.read)?.row;
  if (read === undefined) {
    const names = operations().map(({ name }) => name);
    const hint = didYouMean(reconcile.read, names);
    return [`its \`reconcile\` reads ${reconcile.read}, which is not an operation${hint}`];
  }
  if (read.retry !== 'safe') return [`its \`reconcile\` reads ${reconcile.read}, which is a write`];
  const what = `its \`reconcile\` calls ${reconcile.read} with`;
  return inputProblems(read, reconcile.input(input) ?? {}, what);
}

function otherProblems({ signing, payload, moves }: OperationRow): string[] {
  const problems: string[] = [];
  if ((signing === 'inline') !== (payload !== undefined)) {
    problems.push("`signing: 'inline'` and `payload` belong together");
  }
  if (payload !== undefined && findOperation(payload.read) === undefined) {
    problems.push(`its payload is read by ${payload.read}, which is not an operation`);
  }
  if (moves !== undefined && 'to' in moves) {
    const states = Object.keys(moves.machine.transitions);
    const unknown = [...moves.from, ...moves.to].filter((state) => !states.includes(state));
    problems.push(...unknown.map((state) => `it moves to or from ${state}, which is not a state`));
  }
  return problems;
}

/** Returns what contradicts itself in a row and its example: each with the name of the row. */
function problemsOfRow({ name, row, example }: RowWithExample): string[] {
  const problems = [
    ...pathProblems(row),
    ...fieldProblems(row),
    ...codeProblems(row),
    ...otherProblems(row),
  ];
  if (example === undefined) problems.push('it has no example: add one to examples.ts beside it');
  else {
    const { input, result } = example;
    problems.push(...inputProblems(row, input, "the example's input"));
    problems.push(...resultProblems(row, result), ...reconcileProblems(row, input));
  }
  return problems.map((problem) => `${name} (${row.method} ${row.path}): ${problem}`);
}

/** Returns the requests that two rows have. */
function requestsTwice(rows: readonly Pick<RowWithExample, 'name' | 'row'>[]): string[] {
  const names = Map.groupBy(rows, ({ row }) => `${row.method} ${row.path}`);
  return [...names]
    .filter(([, all]) => all.length > 1)
    .map(([request, all]) => `${all.map(({ name }) => name).join(' and ')} are both ${request}`);
}

/** Returns the types of event that two groups have. */
function eventsTwice(): string[] {
  const types = eventRows().flatMap((row): readonly string[] => row.types);
  const twice = types.filter((type, index) => types.indexOf(type) !== index);
  return twice.map((type) => `${type} is a type of two groups of events, or twice of one`);
}

/** Returns what contradicts itself in the rows of the contract. */
export function contractProblems(): string[] {
  const rows = operations().map(({ name, row }) => {
    try {
      return { name, row, example: exampleOf(name) };
    } catch {
      return { name, row, example: undefined };
    }
  });
  return [...rows.flatMap(problemsOfRow), ...requestsTwice(rows), ...eventsTwice()];
}
