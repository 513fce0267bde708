import { PaymentsError } from './payments-error.ts';

/**
 * A device code was redeemed, and `onRedeemed` failed to store the agent's access token. The
 * service returns the token once: store it with `storeAgain`, or delete the agent and create it
 * again.
 */
export class TokenNotStoredError extends PaymentsError {
  override readonly name = 'TokenNotStoredError';
  /** Calls `onRedeemed` again with the same token. */
  declare readonly storeAgain: () => Promise<void>;

  constructor(storeAgain: () => Promise<void>, cause: unknown) {
    super('The device code was redeemed, and `onRedeemed` failed to store the access token.', {
      code: 'TOKEN_NOT_STORED',
      fault: 'caller',
      action: 'Read `cause`, fix the store, and call `storeAgain()` of this error.',
      operation: 'agents.redeemDeviceCode',
      cause,
    });
    Object.defineProperty(this, 'storeAgain', { value: storeAgain });
  }
}
