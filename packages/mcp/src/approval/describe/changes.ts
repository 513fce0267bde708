import { type Fields, findOperation, type OperationRow } from '@org/payments-contract';
import { unitAt } from '../../tools/row-facts.ts';
import { quotedText, shortText, visibleText } from '../../visible-text.ts';
import { amountText, type Section } from './facts.ts';
import type { Lookup } from './lookup.ts';

type Path = readonly string[];

function at(resource: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, name) => (Object(value) as Fields)[name], resource);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string' ? quotedText(value) : shortText(JSON.stringify(value));
}

/** The paths of the values that an update names. */
function givenPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, child]) => givenPaths(child, [...path, name]));
}

/** The currency of an amount: a field beside it, which the row's unit names. */
function currencyAt(unit: string, path: Path, sources: readonly unknown[]) {
  const field = unit.replace('minorUnits of ', '');
  const codes = sources.map((source) => at(source, [...path.slice(0, -1), field]));
  const code = codes.find((one) => typeof one === 'string');
  return typeof code === 'string' ? { code } : undefined;
}

/** Each field that an update names, before and after. The row names the read that shows the resource. */
export async function changes(
  lookup: Lookup,
  row: OperationRow,
  input: Fields,
): Promise<Section[]> {
  const rule = row.reconcile;
  if ((row.method !== 'PATCH' && row.method !== 'PUT') || rule?.by !== 'read') return [];
  if (findOperation(rule.read) === undefined) return [];
  const now = await lookup.get(rule.read, rule.input(input), 'what the call changes');
  const parameters = Object.keys(row.params?.shape ?? {});
  const body = Object.fromEntries(
    Object.entries(input).filter(([name]) => !parameters.includes(name)),
  );
  const facts = givenPaths(body).map((path) => {
    const unit = unitAt(row.body, path);
    const shown = (value: unknown, sources: readonly unknown[]) =>
      typeof value === 'number' && unit?.startsWith('minorUnits of ')
        ? amountText(value, currencyAt(unit, path, sources))
        : textOf(value);
    const before = shown(at(now, path) ?? at(now.policy, path), [now, now.policy]);
    const after = shown(at(body, path), [body, now, now.policy]);
    return { label: path.map(visibleText).join('.'), value: `${before} becomes ${after}` };
  });
  return [{ heading: 'Changes', facts }];
}
