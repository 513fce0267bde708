/**
 * The paths of the relay protocol below its mount, one per call. `begin` is leg 1, `complete` is
 * leg 2. The relay, the wallet and the tests import them from here.
 */
export const relayPaths = {
  account: '/v1/account',
  describe: '/v1/describe',
  challenge: '/v1/challenge',
  verify: '/v1/verify',
  passkeyOptions: '/v1/passkeys/options',
  passkeyBegin: '/v1/passkeys/begin',
  passkeyComplete: '/v1/passkeys/complete',
  refreshBegin: '/v1/sessions/refresh/begin',
  refreshComplete: '/v1/sessions/refresh/complete',
  revokeBegin: '/v1/sessions/revoke/begin',
  revokeComplete: '/v1/sessions/revoke/complete',
  actionBegin: '/v1/actions/begin',
  actionComplete: '/v1/actions/complete',
} as const;

/** The type of {@link relayPaths}. */
export type RelayPaths = typeof relayPaths;

/** The name of a relay call. */
export type RelayCall = keyof RelayPaths;
