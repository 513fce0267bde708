import type { Permission } from '@org/payments-contract';
import { type ApiError, isPaymentsError, type PaymentsClient } from '@org/payments-sdk';

async function isAllowed(read: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (isPaymentsError(error) && (error as Partial<ApiError>).status === 403) return false;
    throw error;
  }
}

/**
 * Finds out what an API token may do, by two reads: one that needs `VIEW`, and one that needs
 * `MANAGE`. Nothing that needs `TRANSACT` leaves the world as it is: it counts as given, and the
 * service refuses where it is not.
 *
 * @throws PaymentsError where the service cannot be asked
 */
export async function readPermissions(
  client: PaymentsClient<boolean>,
): Promise<ReadonlySet<Permission>> {
  const [canView, canManage] = await Promise.all([
    isAllowed(() => client.config.get()),
    isAllowed(() => client.tokens.list({ limit: 1 })),
  ]);
  const found: Permission[] = ['TRANSACT'];
  if (canView) found.push('VIEW');
  if (canManage) found.push('MANAGE');
  return new Set(found);
}
