import type { ClientContext } from '../config/context.ts';
import { NotFoundError } from '../errors/api-error.ts';
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

/** How a read tells whether a change was applied; the rule stands in the operation's row. */
type IsApplied = (
  change: Fields,
  /** The resource, the items of a list, or undefined where the resource does not exist. */
  found: Fields,
  context: ReconcileContext,
) => boolean | undefined;

/** Makes a read and returns its result. */
export type Read = (
  context: ClientContext,
  operation: CalledOperation,
  input: Fields,
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
export function changeOf({ operation, path, search, body }: PreparedRequest): Fields {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : {};
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

/** What the read finds; undefined where the resource does not exist. */
async function find(
  context: ClientContext,
  operation: CalledOperation,
  input: Fields,
  read: Read,
): Promise<unknown> {
  try {
    return await (operation.row.list
      ? readAll(context, operation, input, read)
      : read(context, operation, input));
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** A rule that cannot read what was found leaves the question open. */
function judge(rule: () => boolean | undefined): boolean | undefined {
  try {
    return rule();
  } catch {
    return undefined;
  }
}

/**
 * Makes the function that finds out whether a lost change was applied: it reads the resource, or a
 * list, and compares. Undefined for operations without a rule.
 */
export function reconciler(
  context: ClientContext,
  request: PreparedRequest,
  read: Read,
  facts: ReconcileContext,
): (() => Promise<Reconciliation>) | undefined {
  const { reconcile } = request.operation.row;
  if (reconcile === undefined) return undefined;
  const operation = context.operation(reconcile.read);
  if (operation === undefined) return undefined;
  const isApplied = reconcile.isApplied as IsApplied;
  return async () => {
    const change = changeOf(request);
    const resource = await find(context, operation, reconcile.input(change), read);
    const applied = judge(() => isApplied(change, resource as Fields, facts));
    return { applied: applied === undefined ? 'unknown' : applied ? 'yes' : 'no', resource };
  };
}
