import { type RelayCall, relayPaths } from '@org/payments-contract';

const calls = Object.keys(relayPaths) as RelayCall[];

/** Plain segments only: not encoded, not empty, and not dots alone. */
const mountPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Whether a string is a prefix the relay can be mounted at; the empty string is the root. */
export function isMount(text: string): boolean {
  return mountPattern.test(text);
}

/** A call and the prefix it was reached below. */
export interface CallAtPath {
  readonly call: RelayCall;
  readonly mount: string;
}

/**
 * The call of a path. With a mount the path must be exactly mount and call; without one, any plain
 * prefix may precede the call. The path is compared unchanged: not decoded, not normalized, without
 * a trailing slash.
 */
export function callOf(pathname: string, mount: string | undefined): CallAtPath | undefined {
  const call = calls.find((name) => {
    const path = relayPaths[name];
    if (mount !== undefined) return pathname === `${mount}${path}`;
    return pathname.endsWith(path) && isMount(pathname.slice(0, -path.length));
  });
  return call && { call, mount: pathname.slice(0, -relayPaths[call].length) };
}
