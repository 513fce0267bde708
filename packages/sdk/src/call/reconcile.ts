import type { ReconcileByList } from '@org/payments-contract';
import type { ClientContext } from '../config/context.ts';
import type { CallOptions } from '../config/options.ts';
import { ApiError, ConflictError, NotFoundError } from '../errors/api-error.ts';
import type { Reconciliation } from '../errors/network-errors.ts';
import type { CalledOperation } from './operation.ts';
import type { PreparedRequest } from './prepare.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a rule may know of the lost change besides its input. */
export interface ReconcileContext {
  /** When the request left, ISO 8601. */
  readonly sentAt: string;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Makes a read and returns its result. */
export type Read = (
  context: ClientContext,
  operation: CalledOperation,
  input: Fields,
  options?: CallOptions,
) => Promise<unknown>;

/** Pages of a list that are looked through. */
const MOST_PAGES = 10;

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
  readonly data?: unknown;
  readonly hasMore?: unknown;
  readonly nextCursor?: unknown;
}

async function readAll(
  context: ClientContext,
  operation: CalledOperation,
  input: Fields,
  read: Read,
): Promise<unknown> {
  const items: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = cursor === undefined ? input : { ...input, cursor };
    const { data, hasMore, nextCursor } = (await read(context, operation, query)) as PageLike;
    if (Array.isArray(data)) items.push(...data);
    if (hasMore !== true || typeof nextCursor !== 'string') break;
    cursor = nextCursor;
  }
  return items;
}

const missing = new Set([404, 410]);

async function unlessMissing(result: Promise<unknown>): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && missing.has(error.status)) return undefined;
    throw error;
  }
}

/** A rule that cannot read what was found leaves the question open. */
function judge<Verdict>(rule: () => Verdict): Verdict | undefined {
  try {
    return rule();
  } catch {
    return undefined;
  }
}

const words = { applied: 'yes', 'not-applied': 'no', unknown: 'unknown' } as const;

function fromList(rule: ReconcileByList, change: Fields, items: unknown, sentAt: string) {
  const verdicts = (Array.isArray(items) ? items : []).map((item: Fields) =>
    judge(() => rule.matches(change, item, sentAt)),
  );
  const order = ['applied', 'not-applied', 'unknown'] as const;
  const found = order.find((verdict) => verdicts.includes(verdict));
  return words[found ?? rule.whenAbsent];
}

/** Sends the first leg again: it changes nothing, and a missing resource says that the change was made. */
async function byFirstLeg(probe: Promise<unknown>): Promise<Reconciliation> {
  try {
    await probe;
    return { applied: 'no', resource: undefined };
  } catch (error) {
    const isApplied = error instanceof NotFoundError || error instanceof ConflictError;
    if (isApplied) return { applied: 'yes', resource: undefined };
    throw error;
  }
}

/**
 * Makes the function that finds out whether a lost change was applied: it reads the resource, walks
 * a list, or sends a first leg again. Undefined for operations whose row has no such rule.
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
  if (rule.by === 'list') {
    const input = rule.input(change());
    if (input === undefined) return undefined;
    return async () => {
      const items = await readAll(context, operation, input, read);
      return { applied: fromList(rule, change(), items, sentAt), resource: items };
    };
  }
  return async () => {
    const resource = await unlessMissing(read(context, operation, rule.input(change())));
    const applied = judge(() => rule.isApplied(change(), resource as Fields | undefined));
    return { applied: applied === undefined ? 'unknown' : applied ? 'yes' : 'no', resource };
  };
}

/** What the row says to do where no request can tell what became of the change. */
export function reconcileAdvice({ operation }: PreparedRequest): string | undefined {
  const rule = operation.row.reconcile;
  if (rule?.by === 'repeat') return `Repeating the call does no harm. ${rule.why}`;
  return rule?.by === 'hand' ? rule.why : undefined;
}
