import {
  type Fields,
  findOperation,
  type NamedOperation,
  type OperationRow,
} from '@org/payments-contract';
import { canonicalJson } from '@org/payments-contract/internal';
import { labelText } from '@org/payments-contract/internal/question';
import { ToolError } from '../../errors/mcp-errors.ts';
import { quotedText, shortText } from '../../quoted-text.ts';
import { unitAt } from '../../tools/row-facts.ts';
import { absenceOf } from '../../tools/tool.ts';
import { CHANGES } from './brief.ts';
import { amountText, type Section, strangerText } from './facts.ts';
import type { Lookup } from './lookup.ts';
import { questionTexts } from './question-words.ts';
import { references } from './references.ts';
import type { Resolved } from './resolve.ts';

type Path = readonly string[];

function childOf(value: unknown, name: string): unknown {
  const object = Object(value) as Fields;
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function at(resource: unknown, path: Path): unknown {
  return path.reduce(childOf, resource);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'string') return strangerText(value);
  if (!Array.isArray(value)) return shortText(JSON.stringify(value));
  return value.length === 0 ? 'an empty list' : value.map(textOf).join(', ');
}

/** The names of the parts of a value that are shown one by one: fields, or the indexes of objects. */
function partsOf(value: unknown): string[] {
  if (isObject(value)) return Object.keys(value);
  return Array.isArray(value) && value.some(isObject) ? Object.keys(value) : [];
}

/** The paths of a value that replaces another one as a whole, and of what disappears with that. */
function replacedPaths(after: unknown, before: unknown, path: Path): Path[] {
  const own = partsOf(after);
  const names = new Set([...own, ...partsOf(before)]);
  const isNothing = (after ?? undefined) === undefined || textOf(after) === textOf([]);
  const whole = own.length === 0 && (!isNothing || names.size === 0) ? [path] : [];
  const below = [...names].flatMap((name) =>
    replacedPaths(childOf(after, name), childOf(before, name), [...path, name]),
  );
  return [...whole, ...below];
}

/** The paths of the values that an update changes: it names fields of objects, and replaces lists. */
function changedPaths(after: unknown, before: unknown, path: Path = []): Path[] {
  if (!isObject(after)) return replacedPaths(after, before, path);
  return Object.entries(after).flatMap(([name, child]) =>
    changedPaths(child, childOf(before, name), [...path, name]),
  );
}

/** What a wallet's question calls a field, with the place in each list from 1. */
function pathLabel(path: Path): string {
  const parts = path.map((name) =>
    /^\d+$/.test(name) ? Number(name) + 1 : /^\w+$/.test(name) ? name : quotedText(name),
  );
  return labelText({ label: parts.join('/') }, questionTexts).replace(/, (\d+)(?=,|$)/g, ' $1');
}

/** The currency of an account; undefined for another id. @throws ToolError if it cannot be read */
export async function accountCurrency(
  lookup: Lookup,
  id: unknown,
  found: readonly Resolved[] = [],
) {
  if (typeof id !== 'string') return undefined;
  const describe = references[id.split(':', 1)[0] ?? ''];
  const read = found.find((one) => one.id === id) ?? (await describe?.(lookup, id, {}));
  const { balance, currency } = read?.resource ?? {};
  const code = childOf(childOf(balance, 'currency'), 'code') ?? currency;
  return typeof code === 'string' ? { code } : undefined;
}

/** What a value of an update is, and where else its currency may be. */
interface Place {
  readonly path: Path;
  readonly unit: string;
  readonly sources: readonly unknown[];
}

/**
 * The currency of an amount: a field beside it, which the row's unit names, or that of the account
 * beside it.
 */
async function currencyAt(
  lookup: Lookup,
  { path, unit, sources }: Place,
  found: readonly Resolved[],
) {
  const field = unit.replace('minorUnits of ', '');
  const beside = (name: string) =>
    sources
      .map((source) => at(source, [...path.slice(0, -1), name]))
      .find((one) => typeof one === 'string');
  const code = beside(field);
  if (typeof code === 'string') return { code };
  if (field !== 'account') return undefined;
  // An account of a rule that disappears may be gone itself.
  return accountCurrency(lookup, beside('accountId'), found).catch(() => undefined);
}

/** The amounts whose currency an update replaces and that it does not name: nothing says what becomes of them. */
function unnamedAmounts(row: OperationRow, body: Fields, before: Fields, path: Path): Path[] {
  const code = at(before, path);
  if (typeof code !== 'string' || at(body, path) === code) return [];
  const around = path.slice(0, -1);
  return Object.keys(Object(at(before, around)))
    .map((name) => [...around, name])
    .filter((one) => unitAt(row.body, one) === `minorUnits of ${path.at(-1)}`)
    .filter((one) => at(body, one) === undefined && typeof at(before, one) === 'number');
}

/**
 * Each field that an update changes, before and after. The row names the read that shows the resource.
 *
 * @throws ToolError for an update of nothing, or of what cannot be read
 */
export async function changes(
  lookup: Lookup,
  { name, row }: NamedOperation,
  input: Fields,
  found: readonly Resolved[],
): Promise<Section[]> {
  const rule = row.reconcile;
  if ((row.method !== 'PATCH' && row.method !== 'PUT') || rule?.by !== 'read') return [];
  if (findOperation(rule.read) === undefined) return [];
  const now = await lookup.get(rule.read, rule.input(input), 'what the call changes');
  const parameters = Object.keys(row.params?.shape ?? {});
  const body = Object.fromEntries(
    Object.entries(input).filter(([name]) => !parameters.includes(name)),
  );
  const before: Fields = { ...Object(now.policy), ...now };
  const shown = async (value: unknown, path: Path, sources: readonly unknown[]) => {
    if ((value ?? null) === null) return absenceOf(name, path);
    const unit = unitAt(row.body, path);
    if (typeof value !== 'number' || !unit?.startsWith('minorUnits of ')) return textOf(value);
    return amountText(value, await currencyAt(lookup, { path, unit, sources }, found));
  };
  const paths = changedPaths(body, before);
  if (paths.length === 0) {
    const action = 'Nothing was sent. Name a field, and what it becomes.';
    throw new ToolError('CONFLICT', `The call of ${name} names nothing to change.`, { action });
  }
  const facts = paths.map(async (path) => {
    const earlier = await shown(at(before, path), path, [before]);
    const later = await shown(at(body, path), path, [body, before]);
    const isSame =
      canonicalJson(at(body, path) ?? null) === canonicalJson(at(before, path) ?? null);
    const value =
      earlier !== later
        ? `${earlier} becomes ${later}`
        : `${earlier}, ${isSame ? 'unchanged' : 'changed where it is not shown'}`;
    return { label: pathLabel(path), value };
  });
  const unnamed = paths.flatMap((path) => unnamedAmounts(row, body, before, path));
  const left = unnamed.map(async (path) => {
    const value = await shown(at(before, path), path, [before]);
    return { label: pathLabel(path), value: `${value}: what it becomes is not known` };
  });
  return [{ heading: CHANGES, facts: await Promise.all([...facts, ...left]) }];
}
