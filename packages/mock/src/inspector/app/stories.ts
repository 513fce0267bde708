import type { LoggedRequest } from '../../request-log.ts';

/** The state of a story. */
export type StoryState =
  | 'applied'
  | 'applied-reply-lost'
  | 'waiting'
  | 'expired'
  | 'answered'
  | 'refused'
  | 'failed'
  | 'lost';

/** One thing a client did: a single request, or all requests about one signed change. */
export interface Story {
  /** Stays the same while requests are added to the story. */
  readonly key: string;
  /** Oldest first; at least one. */
  readonly requests: readonly [LoggedRequest, ...LoggedRequest[]];
  readonly state: StoryState;
}

function isExpired({ responseBody }: LoggedRequest, now: string): boolean {
  const { expiresAt } = (responseBody ?? {}) as { readonly expiresAt?: unknown };
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= Date.parse(now);
}

/** Returns the last request of a story. */
export function lastOf({ requests }: Pick<Story, 'requests'>): LoggedRequest {
  return requests.at(-1) ?? requests[0];
}

/** Returns the state. An applied change stays applied, whatever was sent afterwards. */
function stateOf(requests: Story['requests'], now: string): StoryState {
  const signed = requests.filter(({ leg }) => leg === 2);
  if (signed.some(({ decision }) => decision === 'answered')) return 'applied';
  if (signed.some(({ decision, changes }) => decision === 'lost' && changes.length > 0)) {
    return 'applied-reply-lost';
  }
  const last = lastOf({ requests });
  if (last.decision !== 'challenged') return last.decision;
  return isExpired(last, now) ? 'expired' : 'waiting';
}

/**
 * Returns the stories of a log, the newest first.
 *
 * @param now the mock's time, ISO 8601: challenges may have expired
 */
export function storiesOf(log: readonly LoggedRequest[], now: string): Story[] {
  const groups = new Map<string, [LoggedRequest, ...LoggedRequest[]]>();
  for (const request of log) {
    const key = request.requestId ?? `request-${request.sequence}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  return [...groups]
    .map(([key, requests]) => ({ key, requests, state: stateOf(requests, now) }))
    .sort((left, right) => lastOf(right).sequence - lastOf(left).sequence);
}

/** Returns whether a story is a read that was answered: it changed nothing. */
export function isRead({ requests, state }: Story): boolean {
  return state === 'answered' && requests.every(({ method }) => method === 'GET');
}
