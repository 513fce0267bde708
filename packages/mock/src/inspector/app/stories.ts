import type { LoggedRequest } from '../../request-log.ts';

/** How a story stands. */
export type StoryState = 'applied' | 'waiting' | 'answered' | 'refused' | 'failed' | 'lost';

/** One thing a client did: a single request, or all requests about one signed change. */
export interface Story {
  /** Stays the same while requests are added to the story. */
  readonly key: string;
  readonly requests: readonly LoggedRequest[];
  readonly state: StoryState;
  /** Whether it is about a signed change. */
  readonly isSigned: boolean;
  /** The text that was to be signed, where leg 1 returned one. */
  readonly payload: string | undefined;
}

function payloadOf({ responseBody, decision }: LoggedRequest): string | undefined {
  if (decision !== 'challenged') return undefined;
  const { payloadToSign } = responseBody as { readonly payloadToSign?: unknown };
  return typeof payloadToSign === 'string' ? payloadToSign : undefined;
}

function stateOf(requests: readonly LoggedRequest[]): StoryState {
  if (requests.some(({ leg, decision }) => leg === 2 && decision === 'answered')) return 'applied';
  const last = requests.at(-1);
  return last === undefined || last.decision === 'challenged' ? 'waiting' : last.decision;
}

function toStory(key: string, requests: readonly LoggedRequest[]): Story {
  const payload = requests.map(payloadOf).find((text) => text !== undefined);
  const isSigned = requests.some(({ leg, decision }) => leg === 2 || decision === 'challenged');
  return { key, requests, state: stateOf(requests), isSigned, payload };
}

/** The stories of a log, the newest first. */
export function storiesOf(log: readonly LoggedRequest[]): Story[] {
  const groups = new Map<string, LoggedRequest[]>();
  for (const request of log) {
    const key = request.requestId ?? `request-${request.sequence}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [request]);
    else group.push(request);
  }
  const stories = [...groups].map(([key, requests]) => toStory(key, requests));
  return stories.sort((left, right) => lastOf(right) - lastOf(left));
}

function lastOf({ requests }: Story): number {
  return requests.at(-1)?.sequence ?? 0;
}

/** Which stories to show. */
export type Filter = 'all' | 'signed' | 'refused';

/** Whether a story is of a kind and has a text anywhere in it. */
export function isShown(story: Story, filter: Filter, text: string): boolean {
  const { state, isSigned, requests } = story;
  if (filter === 'signed' && !isSigned) return false;
  const isBad = state === 'refused' || state === 'failed' || state === 'lost';
  if (filter === 'refused' && !isBad) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || JSON.stringify(requests).toLowerCase().includes(wanted);
}
