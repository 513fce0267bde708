import type { LoggedRequest } from '../request-log.ts';

/**
 * A problem found by a protocol assertion, as a sentence that names requests by their place in the
 * log.
 */
export type Problem = string;

/** Returns a request's name in a problem: `#3 cards.update`. */
export function named({ sequence, operation, method, path }: LoggedRequest): string {
  return `#${sequence} ${operation ?? `${method} ${path}`}`;
}

/** Returns the requests of each challenge, by its id, in the order of the log. */
export function byChallenge(requests: readonly LoggedRequest[]): Map<string, LoggedRequest[]> {
  const groups = new Map<string, LoggedRequest[]>();
  for (const request of requests) {
    if (request.requestId === undefined) continue;
    const group = groups.get(request.requestId) ?? [];
    group.push(request);
    groups.set(request.requestId, group);
  }
  return groups;
}

export function isChallenge({ decision }: LoggedRequest): boolean {
  return decision === 'challenged';
}

/** Returns whether a request applied its change, even if the client did not receive the response. */
export function isApplied({ leg, decision, changes, status }: LoggedRequest): boolean {
  if (leg !== 2) return false;
  return decision === 'answered' ? status < 300 : decision === 'lost' && changes.length > 0;
}
