import type { CalledOperation, ClientContext } from '../call/context.ts';
import { rawOperation } from '../call/raw-request.ts';
import type { PreparedRequest } from '../call/request/prepare.ts';
import { changeOf } from '../call/request/sent-input.ts';
import type { JournalEntry } from '../outcome/journal.ts';

function operationOf(context: ClientContext, entry: JournalEntry): CalledOperation | undefined {
  const { operation: name, method, template, idempotencyKey } = entry;
  if (name === 'request') return rawOperation(context.auth, method, idempotencyKey !== undefined);
  const known = context.operation(name);
  const isSame = known?.row.method === method && known.row.path === template;
  return isSame ? known : undefined;
}

/** The input of an entry's call, without the files of an upload; undefined if it cannot be read. */
export function inputOf(
  context: ClientContext,
  entry: JournalEntry,
): Readonly<Record<string, unknown>> | undefined {
  const request = requestOf(context, entry);
  return request === undefined ? undefined : changeOf(request);
}

/**
 * The request of an entry as it was sent. Undefined if the entry cannot be opened, or if this
 * version of the contract has another operation under its name.
 */
export function requestOf(
  context: ClientContext,
  entry: JournalEntry,
): PreparedRequest | undefined {
  const operation = operationOf(context, entry);
  if (operation === undefined || entry.request === undefined) return undefined;
  const { path, search, headers, body, form } = entry.request;
  return { operation, path, search, headers, body: body ?? undefined, form };
}
