import type { LoggedRequest } from '../../request-log.ts';

/** The state of a story. */
export type StoryState =
  | 'applied'
  | 'applied-unheard'
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
  readonly requests: readonly LoggedRequest[];
  readonly state: StoryState;
  /** Whether the story is a signed change. */
  readonly isSigned: boolean;
  /** The text that was to be signed, if leg 1 returned one. */
  readonly payload: string | undefined;
}

function payloadOf({ responseBody, decision }: LoggedRequest): string | undefined {
  if (decision !== 'challenged') return undefined;
  const { payloadToSign } = responseBody as { readonly payloadToSign?: unknown };
  return typeof payloadToSign === 'string' ? payloadToSign : undefined;
}

function isExpired({ responseBody }: LoggedRequest, now: string | undefined): boolean {
  const { expiresAt } = (responseBody ?? {}) as { readonly expiresAt?: unknown };
  return (
    now !== undefined && typeof expiresAt === 'string' && Date.parse(expiresAt) <= Date.parse(now)
  );
}

/** Returns the outcome. An applied change stays applied, whatever was sent afterwards. */
function stateOf(requests: readonly LoggedRequest[], now: string | undefined): StoryState {
  const isLeg2 = ({ leg }: LoggedRequest) => leg === 2;
  const signed = requests.filter(isLeg2);
  if (signed.some(({ decision }) => decision === 'answered')) return 'applied';
  if (signed.some(({ decision, changes }) => decision === 'lost' && changes.length > 0)) {
    return 'applied-unheard';
  }
  const last = requests.at(-1);
  if (last === undefined) return 'waiting';
  if (last.decision !== 'challenged') return last.decision;
  return isExpired(last, now) ? 'expired' : 'waiting';
}

function toStory(key: string, requests: readonly LoggedRequest[], now: string | undefined): Story {
  const payload = requests.map(payloadOf).find((text) => text !== undefined);
  const isSigned = requests.some(({ leg, decision }) => leg === 2 || decision === 'challenged');
  return { key, requests, state: stateOf(requests, now), isSigned, payload };
}

/**
 * Returns the stories of a log, the newest first.
 *
 * @param now the mock's time, ISO 8601: challenges may have expired
 */
export function storiesOf(log: readonly LoggedRequest[], now?: string): Story[] {
  const groups = new Map<string, LoggedRequest[]>();
  for (const request of log) {
    const key = request.requestId ?? `request-${request.sequence}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  const stories = [...groups].map(([key, requests]) => toStory(key, requests, now));
  return stories.sort((left, right) => lastOf(right) - lastOf(left));
}

function lastOf({ requests }: Story): number {
  return requests.at(-1)?.sequence ?? 0;
}

/** Which stories to show. */
export type Filter = 'all' | 'signed' | 'refused';

/** Returns whether a story is of a kind and contains a search text. */
export function isShown(story: Story, filter: Filter, text: string): boolean {
  const { state, isSigned, requests } = story;
  if (filter === 'signed' && !isSigned) return false;
  const isBad =
    state === 'refused' || state === 'failed' || state === 'lost' || state === 'applied-unheard';
  if (filter === 'refused' && !isBad) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || JSON.stringify(requests).toLowerCase().includes(wanted);
}

/** Returns whether a story consists of a read. */
function isRead({ requests, state }: Story): boolean {
  return state === 'answered' && requests.every(({ method }) => method === 'GET');
}

/** Returns the stories, with consecutive reads grouped together. */
export function foldReads(stories: readonly Story[]): readonly (readonly Story[])[] {
  const groups: Story[][] = [];
  for (const story of stories) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && isRead(before) && isRead(story)) {
      group.push(story);
    } else groups.push([story]);
  }
  return groups;
}
