import type { OperationRow } from '@org/payments-contract';
import { ApiError } from '../errors/api-error.ts';
import type { Reconciliation } from '../errors/network-errors.ts';
import type { CalledName } from '../errors/payments-error.ts';
import { listVerdict, type ReadTiming, readVerdict } from './verdict.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a read returned. */
export interface ReadResult {
  readonly value: unknown;
  /** The `Date` of the response: the service's clock. */
  readonly date: string | null;
}

/** An operation and its row. */
interface Operation {
  readonly name: CalledName;
  readonly row: OperationRow;
}

/** A change that was sent. */
export interface SentChange {
  readonly operation: Operation;
  /** The input of the call. */
  input(): Fields;
  /** When it was sent, ISO 8601. */
  readonly sentAt: string;
}

/** How the resource or the list of a change is read. */
export interface Reader {
  operation(name: string): Operation | undefined;
  read(operation: Operation, input: Fields): Promise<ReadResult>;
  now(): number;
}

/** The number of pages of a list that are searched, and the items of each. */
const MAX_PAGES = 20;
const PAGE_SIZE = 100;

interface PageLike {
  readonly data: readonly Fields[];
  /** Missing if the list has one page. */
  readonly hasMore?: boolean;
  readonly nextCursor?: string;
}

/** The part of a list that was read. */
interface Walked {
  readonly items: readonly Fields[];
  readonly isWhole: boolean;
  readonly date: string | null;
}

function takesLimit({ query }: OperationRow): boolean {
  return query !== undefined && 'limit' in query.shape;
}

async function walk(reader: Reader, operation: Operation, filter: Fields): Promise<Walked> {
  const items: Fields[] = [];
  const input = takesLimit(operation.row) ? { ...filter, limit: PAGE_SIZE } : filter;
  let cursor: unknown;
  for (let page = 1; ; page += 1) {
    const query = cursor === undefined ? input : { ...input, cursor };
    const { value, date } = await reader.read(operation, query);
    const { data, hasMore, nextCursor } = value as PageLike;
    items.push(...data);
    if (!hasMore) return { items, isWhole: true, date };
    if (nextCursor === undefined || page === MAX_PAGES) {
      return { items, isWhole: false, date };
    }
    cursor = nextCursor;
  }
}

const missing = new Set([404, 410]);

/** Whether the service reported that the resource is missing; a 404 of a proxy proves nothing. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && missing.has(error.status) && error.code !== 'UNREADABLE_ERROR'
  );
}

async function unlessMissing(result: Promise<ReadResult>): Promise<ReadResult> {
  try {
    return await result;
  } catch (error) {
    if (isMissing(error)) return { value: undefined, date: null };
    throw error;
  }
}

/**
 * Sends the first leg again, which changes nothing. The change was applied if the resource is
 * missing, or if the service applies it at once, without a signature.
 */
async function byFirstLeg(probe: Promise<ReadResult>): Promise<Reconciliation> {
  try {
    const { value } = await probe;
    return { applied: value === 'done' ? 'yes' : 'no', resource: undefined };
  } catch (error) {
    if (isMissing(error)) return { applied: 'yes', resource: undefined };
    throw error;
  }
}

/**
 * Returns the function that finds out whether a lost change was applied: it reads the resource,
 * walks a list, or sends a first leg again. Undefined for operations whose row has no such rule.
 */
export function reconciler(
  reader: Reader,
  { operation: changed, input, sentAt }: SentChange,
): (() => Promise<Reconciliation>) | undefined {
  const rule = changed.row.reconcile;
  if (rule === undefined || rule.by === 'repeat' || rule.by === 'hand') return undefined;
  if (rule.by === 'first-leg') return () => byFirstLeg(reader.read(changed, input()));
  const operation = reader.operation(rule.read);
  if (operation === undefined) return undefined;
  const timing = (date: string | null): ReadTiming => ({
    sentAt: Date.parse(sentAt),
    now: reader.now(),
    serverNow: date === null ? Number.NaN : Date.parse(date),
  });
  if (rule.by === 'list') {
    const filter = rule.input(input());
    if (filter === undefined) return undefined;
    return async () => {
      const { items, isWhole, date } = await walk(reader, operation, filter);
      const applied = listVerdict(rule, input(), items, { ...timing(date), isWhole });
      return { applied, resource: items };
    };
  }
  return async () => {
    const { value, date } = await unlessMissing(reader.read(operation, rule.input(input())));
    const found = value as Fields | undefined;
    return { applied: readVerdict(rule, input(), found, timing(date)), resource: found };
  };
}

/** The row's advice if no request can show whether the change was applied. */
export function reconcileAdvice({ reconcile: rule }: OperationRow): string | undefined {
  if (rule?.by === 'repeat') return `Repeating the call does no harm. ${rule.why}`;
  return rule?.by === 'hand' ? rule.why : undefined;
}
