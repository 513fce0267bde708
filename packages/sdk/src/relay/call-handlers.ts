import type { RelayCall } from '@org/payments-contract';
import { account } from './calls/account.ts';
import { actionBegin, actionComplete } from './calls/actions.ts';
import { challenge } from './calls/challenge.ts';
import { passkeyBegin, passkeyComplete, passkeyOptions } from './calls/passkeys.ts';
import { refreshBegin, refreshComplete, revokeBegin, revokeComplete } from './calls/sessions.ts';
import { verify } from './calls/verify.ts';
import type { CallHandler } from './relay-context.ts';

/** The handler of each call. */
export const callHandlers: { readonly [Call in RelayCall]: CallHandler<Call> } = {
  account,
  challenge,
  verify,
  passkeyOptions,
  passkeyBegin,
  passkeyComplete,
  refreshBegin,
  refreshComplete,
  revokeBegin,
  revokeComplete,
  actionBegin,
  actionComplete,
};
