import type { RedeemedDeviceCode } from '@org/payments-contract';
import type { ClientContext } from '../call/context.ts';
import { execute } from '../call/execute.ts';
import type { DeviceCodeOptions } from '../call/options.ts';
import { safeCause } from '../call/response/scrub.ts';
import { isHeaderValue } from '../config/header-value.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { ContractError } from '../errors/network-errors.ts';
import { TokenNotStoredError } from '../errors/token-error.ts';

/** @throws ConfigurationError for an `onRedeemed` that is not a function */
export function checkOnRedeemed(onRedeemed: unknown): void {
  if (onRedeemed === undefined || typeof onRedeemed === 'function') return;
  throw new ConfigurationError(
    'onRedeemed',
    'The option onRedeemed is not a function.',
    'Pass a function that stores the access token.',
  );
}

/**
 * Redeems a device code and passes on the token to be stored.
 *
 * @returns the access token
 * @throws ApiError 400 for a code that was redeemed or has expired, 404 for an unknown one;
 *   ContractError, with the whole response, if it has no token
 */
export async function redeemDeviceCode(
  context: ClientContext,
  code: string,
  { onRedeemed }: DeviceCodeOptions,
): Promise<string> {
  const operation = context.operation('agents.redeemDeviceCode');
  if (operation === undefined) throw new Error('the contract has no agents.redeemDeviceCode');
  const { data, response } = await execute(context, operation, { code }).withResponse();
  const redeemed = data as RedeemedDeviceCode;
  if (!isHeaderValue(redeemed.accessToken)) {
    // The code is used up: the token may be in the text, in another form.
    throw new ContractError('The response has no `accessToken` that a header can carry.', {
      operation: operation.name,
      status: response.status,
      text: response.text,
    });
  }
  const store = async () => onRedeemed?.(redeemed);
  try {
    await store();
  } catch (cause) {
    throw new TokenNotStoredError(store, safeCause(cause, [redeemed.accessToken]));
  }
  return redeemed.accessToken;
}
