import type { OperationRow } from '@org/payments-contract';
import type { ClientContext } from '../config/context.ts';
import type { CallOptions } from '../config/options.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Reconciliation } from '../errors/network-errors.ts';
import type { CalledOperation } from './operation.ts';
import type { PreparedRequest } from './prepare.ts';
import { listVerdict, readVerdict, type Seen } from './verdict.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a rule can use besides the input of the lost change. */
export interface ReconcileContext {
  /** When the request was sent, ISO 8601. */
  readonly sentAt: string;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** What a read returned. */
export interface ReadResult {
  readonly value: unknown;
  /** The `Date` of the response: the service's clock. */
  readonly date: string | null;
}

/** Sends a read. */
export type Read = (
  context: ClientContext,
  operation: CalledOperation,
  input: Fields,
  options?: CallOptions,
) => Promise<ReadResult>;

/** The number of pages of a list that are searched, and the items of each. */
const MOST_PAGES = 20;
const PAGE_SIZE = 100;

function pathFields(template: string, path: string): Fields {
  const values = path.split('/');
  return Object.fromEntries(
    template.split('/').flatMap((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      return name === undefined ? [] : [[name, decodeURIComponent(values[index] ?? '')]];
    }),
  );
}

/** The input of a change, read back from its request. */
export function changeOf({ operation, path, search, body, form }: PreparedRequest): Fields {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : (form ?? {});
  return {
    ...pathFields(operation.row.path, path),
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(typeof parsed === 'object' ? parsed : {}),
  };
}

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

async function walk(
  context: ClientContext,
  operation: CalledOperation,
  filter: Fields,
  read: Read,
): Promise<Walked> {
  const items: Fields[] = [];
  const input = takesLimit(operation.row) ? { ...filter, limit: PAGE_SIZE } : filter;
  let cursor: unknown;
  for (let page = 1; ; page += 1) {
    const query = cursor === undefined ? input : { ...input, cursor };
    const { value, date } = await read(context, operation, query);
    const { data, hasMore, nextCursor } = value as PageLike;
    items.push(...data);
    if (!hasMore) return { items, isWhole: true, date };
    if (nextCursor === undefined || page === MOST_PAGES) {
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
  context: ClientContext,
  request: PreparedRequest,
  read: Read,
  { sentAt }: ReconcileContext,
): (() => Promise<Reconciliation>) | undefined {
  const rule = request.operation.row.reconcile;
  if (rule === undefined || rule.by === 'repeat' || rule.by === 'hand') return undefined;
  const change = () => changeOf(request);
  if (rule.by === 'first-leg') return () => byFirstLeg(read(context, request.operation, change()));
  const operation = context.operation(rule.read);
  if (operation === undefined) return undefined;
  const seenAt = (date: string | null): Seen => ({
    sentAt: Date.parse(sentAt),
    now: context.settings(undefined).clock.now(),
    serverNow: date === null ? Number.NaN : Date.parse(date),
  });
  if (rule.by === 'list') {
    const input = rule.input(change());
    if (input === undefined) return undefined;
    return async () => {
      const { items, isWhole, date } = await walk(context, operation, input, read);
      const applied = listVerdict(rule, change(), items, { ...seenAt(date), isWhole });
      return { applied, resource: items };
    };
  }
  return async () => {
    const { value, date } = await unlessMissing(read(context, operation, rule.input(change())));
    const found = value as Fields | undefined;
    return { applied: readVerdict(rule, change(), found, seenAt(date)), resource: found };
  };
}

/** The row's advice if no request can show whether the change was applied. */
export function reconcileAdvice({ operation }: PreparedRequest): string | undefined {
  const rule = operation.row.reconcile;
  if (rule?.by === 'repeat') return `Repeating the call does no harm. ${rule.why}`;
  return rule?.by === 'hand' ? rule.why : undefined;
}
