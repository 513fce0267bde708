import type { Permission } from '@org/payments-contract';
import {
  type ApiError,
  ConnectionError,
  isPaymentsError,
  type PaymentsClient,
} from '@org/payments-sdk';
import { memoryJournal } from '@org/payments-sdk/journal';

/** Everything a token can be allowed. */
export const allPermissions: ReadonlySet<Permission> = new Set(['VIEW', 'TRANSACT', 'MANAGE']);

/** Statuses of a refused request that say nothing about the token's permissions. */
const undecided: ReadonlySet<number> = new Set([401, 408, 429]);

function statusOf(error: unknown): number | undefined {
  return isPaymentsError(error) ? (error as Partial<ApiError>).status : undefined;
}

async function isAllowed(read: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (statusOf(error) === 403) return false;
    throw error;
  }
}

/**
 * Returns whether a token may transact: an empty quote changes nothing, because it is refused for
 * the missing permission or, if the token has it, for the missing fields.
 */
async function mayTransact(client: PaymentsClient<boolean>): Promise<boolean> {
  // Not for the journal of changes; its refusal is expected, and would be logged as an error.
  const { request } = client.withOptions({ journal: memoryJournal(), logLevel: 'off' });
  try {
    return await isAllowed(() => request({ method: 'POST', path: '/quotes', body: {} }));
  } catch (error) {
    const status = statusOf(error) ?? 0;
    if (status >= 400 && status < 500 && !undecided.has(status)) return true;
    if (Object(error).code !== 'OUTCOME_UNKNOWN') throw error;
    // The request that was lost changes nothing.
    throw new ConnectionError('The permissions are unknown.');
  }
}

/**
 * Finds out what an API token may do: with a read that needs `VIEW`, a read that needs `MANAGE`
 * and, only if a tool could need `TRANSACT`, with an empty quote, which the service refuses.
 *
 * @throws PaymentsError if the service cannot be reached
 */
export async function readPermissions(client: PaymentsClient<boolean>, needsTransact: boolean) {
  const [canView, canManage, canTransact] = await Promise.all([
    isAllowed(() => client.config.get()),
    isAllowed(() => client.tokens.list({ limit: 1 })),
    needsTransact && mayTransact(client),
  ]);
  const found: Permission[] = [];
  if (canView) found.push('VIEW');
  if (canTransact) found.push('TRANSACT');
  if (canManage) found.push('MANAGE');
  return new Set(found);
}
