import type { RelayCall, RelayPaths } from '@org/payments-contract';

/** The paths below the mount, one per call. */
export const relayPaths: RelayPaths = {
  account: '/v1/account',
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
};

const calls = Object.keys(relayPaths) as RelayCall[];

/** Whole, plain segments only: nothing encoded, nothing empty, no dots alone. */
const mountPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Whether a text is a prefix the relay can be mounted at; the empty text is the root. */
export function isMount(text: string): boolean {
  return mountPattern.test(text);
}

/**
 * The call a path names. With a mount the path must be exactly mount and call; without one, any
 * plain prefix may stand before the call. A path is compared as it is: not decoded, not
 * normalised, no trailing slash.
 */
export function callOf(pathname: string, mount: string | undefined): RelayCall | undefined {
  return calls.find((call) => {
    const path = relayPaths[call];
    if (mount !== undefined) return pathname === `${mount}${path}`;
    return pathname.endsWith(path) && isMount(pathname.slice(0, -path.length));
  });
}
