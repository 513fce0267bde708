import { DEFAULT_PAGE_SIZE, metaOf } from '@org/payments-contract';
import { canonicalJson } from '@org/payments-contract/internal';
import { indexed } from '../../store/indexed.ts';
import { decodeCursor, encodeCursor, type Position, type Span } from '../../store/ordered-list.ts';
import type { IndexKeys } from '../../store/table.ts';
import type { World } from '../../world.ts';
import type { Call, Result } from '../behaviour.ts';
import { invalidField } from '../refusal.ts';
import type { Filter, ResourceRecord } from './declaration.ts';
import type { Resource } from './resource.ts';

const pagingFields: ReadonlySet<string> = new Set(['cursor', 'limit', 'sortOrder']);

export interface Narrowing<Record, Index> {
  readonly where?: { readonly index: Index; readonly value: string } | undefined;
  readonly filter?: ((record: Record) => boolean) | undefined;
  /** Whether the newest record is first, in a list whose query has no `sortOrder`. */
  readonly newestFirst?: boolean;
}

type Condition<Record> = (record: Record) => boolean;

/** The ends of the spans of time in which a record was created, and in which it changed last. */
const spanEnds = new Map<string, readonly ['span' | 'changed', keyof Span]>([
  ['createdAfter', ['span', 'from']],
  ['startDate', ['span', 'from']],
  ['createdBefore', ['span', 'to']],
  ['endDate', ['span', 'to']],
  ['updatedAfter', ['changed', 'from']],
  ['updatedBefore', ['changed', 'to']],
]);

/**
 * Returns the request as text, to which its cursors are bound: the list and its filter. A value
 * that is the default, and one of the given names, counts as left out.
 */
function listText(
  { operation, path, input, agentId }: Call<unknown>,
  without?: { has(name: string): boolean },
): string {
  const { shape = {} } = operation.row.query ?? {};
  const { cursor: _cursor, limit: _limit, ...query } = input as globalThis.Record<string, unknown>;
  const set = Object.entries(query).filter(([name, value]) => {
    const field = shape[name];
    if (without?.has(name) === true) return false;
    return field === undefined || metaOf(field)?.default !== value;
  });
  return `${operation.name} ${path} ${agentId ?? ''} ${canonicalJson(Object.fromEntries(set))}`;
}

function positionOf(cursor: string | undefined, list: string): Position | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const position = decodeCursor(cursor, list);
  if (position !== undefined) return position;
  const message = 'is not a cursor of this list and filter; start again without a cursor';
  throw invalidField('cursor', message);
}

function conditionOf<Record extends ResourceRecord>(
  name: string,
  value: unknown,
  filter: Filter<Record> | undefined,
  world: World,
): Condition<Record> {
  if (filter !== undefined) return (record) => filter(record, value as never, world);
  return (record) => Object.hasOwn(record, name) && record[name as keyof Record] === value;
}

function all<Record>(conditions: readonly Condition<Record>[]): Condition<Record> | undefined {
  if (conditions.length === 0) return undefined;
  return (record) => conditions.every((holds) => holds(record));
}

/**
 * Lists records by the call's row. Query fields select by filter, index or field of the same name.
 * Cursors are bound to the list and its filter. A list without a page schema is returned as a
 * whole.
 */
export function listResult<
  Name extends string,
  Record extends ResourceRecord,
  Index extends string,
  View,
>(
  resource: Resource<Name, Record, Index, View>,
  call: Call<unknown>,
  narrowing: Narrowing<Record, Index> = {},
): Result {
  const { world, operation } = call;
  const { filters = {}, indexes = [], keys = {}, listed } = resource.declaration;
  const input = call.input as Readonly<globalThis.Record<string, unknown>>;
  const shape = operation.row.query?.shape ?? {};
  let { where } = narrowing;
  const conditions: Condition<Record>[] = [];
  const spans: { span?: Span; changed?: Span } = {};
  if (narrowing.filter !== undefined) conditions.push(narrowing.filter);
  if (listed !== undefined) conditions.push((record) => listed(record, call));
  for (const name of Object.keys(shape)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (pagingFields.has(name) || value === undefined) continue;
    const end = spanEnds.get(name);
    const index = indexes.find((each) => each === name);
    if (end !== undefined) {
      spans[end[0]] = { ...spans[end[0]], [end[1]]: Date.parse(String(value)) };
    } else if (where === undefined && index !== undefined && value !== '')
      where = { index, value: String(value) };
    else {
      const keysOf = index === undefined ? undefined : (keys as IndexKeys<Record, Index>)[index];
      const byKeys =
        keysOf &&
        ((record: Record, key: string) =>
          keysOf(record).some((each) => indexed(each ?? '') === indexed(key)));
      const filter = Object.hasOwn(filters, name) ? filters[name] : byKeys;
      conditions.push(conditionOf(name, value, filter, world));
    }
  }
  const filter = all(conditions);
  const show = (record: Record) => resource.view(record, world);
  const table = resource.in(world);
  if (operation.row.list !== 'paged') {
    const records = where === undefined ? table.all() : table.find(where.index, where.value);
    const found = filter === undefined ? records : records.filter(filter);
    return { body: { data: found.map(show) } };
  }
  const { cursor, limit, sortOrder } = input as {
    readonly cursor?: string;
    readonly limit?: number;
    readonly sortOrder?: string;
  };
  const list = listText(call);
  const { records, next, total } = table.page({
    where,
    filter,
    ...spans,
    selection: listText(call, spanEnds),
    descending: narrowing.newestFirst ?? (Object.hasOwn(shape, 'sortOrder') && sortOrder !== 'asc'),
    after: positionOf(cursor, list),
    limit: limit ?? DEFAULT_PAGE_SIZE,
  });
  const paging =
    next === undefined
      ? { hasMore: false }
      : { hasMore: true, nextCursor: encodeCursor(next, list) };
  return { body: { data: records.map(show), ...paging, totalCount: total } };
}
