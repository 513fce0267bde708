import type { InputIssue } from '@org/payments-contract';

/** Kinds of object that JSON.stringify can write. */
const jsonKinds = new Set(['Object', 'Array', 'String', 'Number', 'Boolean']);

const kindOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1);

/** Returns why JSON.stringify would leave a value out or turn it into `{}` or `null`. */
function problemOf(value: unknown, isItem: boolean): string | undefined {
  if (typeof value === 'object') {
    const kind = value === null ? 'Object' : kindOf(value);
    return jsonKinds.has(kind) ? undefined : `is a ${kind}, which JSON cannot hold`;
  }
  if (typeof value === 'bigint') return 'is a BigInt, which JSON cannot hold';
  if (typeof value === 'function' || typeof value === 'symbol') {
    return `is a ${typeof value}, which JSON cannot hold`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return 'is not a finite number';
  return value === undefined && isItem ? 'is undefined, in a list' : undefined;
}

/** Everything in a body that JSON cannot hold, with its path. Fields of `undefined` are left out. */
export function bodyIssues(body: unknown): InputIssue[] {
  const issues: InputIssue[] = [];
  const paths = new Map<object, string>();
  function check(this: object, key: string, item: unknown): unknown {
    const above = paths.get(this);
    const path = above === undefined ? 'body' : `${above}.${key}`;
    const message = problemOf(item, Array.isArray(this));
    if (message !== undefined) {
      issues.push({ path, message });
      return undefined;
    }
    if (typeof item === 'object' && item !== null) paths.set(item, path);
    return item;
  }
  try {
    JSON.stringify(body, check);
  } catch {
    // The error of JSON.stringify quotes property names of the value.
    issues.push({ path: 'body', message: 'holds a cycle, or a `toJSON` that fails' });
  }
  return issues;
}

function isQueryValue(value: unknown): boolean {
  return ['string', 'boolean', 'bigint'].includes(typeof value) || Number.isFinite(value);
}

/** Every query field whose value is not a string, a number, a boolean, or a list of these. */
export function queryIssues(query: unknown): InputIssue[] {
  if (query === undefined) return [];
  if (typeof query !== 'object' || query === null) {
    return [{ path: 'query', message: 'expected an object' }];
  }
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .filter(([, value]) => ![value].flat().every(isQueryValue))
    .map(([name]) => ({
      path: `query.${name}`,
      message: 'expected a string, a number, a boolean or a list of these',
    }));
}
