import type { AttemptObservation, ResponseMeaning } from '../src/outcome/observations.ts';
import type { Sending } from '../src/outcome/verdict.ts';

/** A request by what the table of outcomes tells apart. */
export interface NamedSending {
  readonly name: string;
  readonly sending: Sending;
}

const unsigned = { isPreparing: false, leg: undefined } as const;

/** Every kind of request that a client sends. */
export const sendings: readonly NamedSending[] = [
  { name: 'read', sending: { rule: 'safe', hasKey: false, ...unsigned } },
  {
    name: 'leg 1, signature always due',
    sending: { rule: 'never', isPreparing: true, leg: 1, hasKey: false },
  },
  { name: 'keyed write', sending: { rule: 'keyed', hasKey: true, ...unsigned } },
  { name: 'keyed write without its key', sending: { rule: 'keyed', hasKey: false, ...unsigned } },
  { name: 'write that ignores a key', sending: { rule: 'never', hasKey: true, ...unsigned } },
  { name: 'unkeyed write', sending: { rule: 'never', hasKey: false, ...unsigned } },
  {
    name: 'leg 1, signature may be due',
    sending: { rule: 'never', isPreparing: false, leg: 1, hasKey: false },
  },
  { name: 'leg 2', sending: { rule: 'never', isPreparing: false, leg: 2, hasKey: false } },
  {
    name: 'keyed leg 1, signature may be due',
    sending: { rule: 'keyed', isPreparing: false, leg: 1, hasKey: true },
  },
  { name: 'keyed leg 2', sending: { rule: 'keyed', isPreparing: false, leg: 2, hasKey: true } },
];

/** What can be seen of one attempt, in words. */
export interface NamedSeen {
  readonly name: string;
  readonly seen: AttemptObservation;
}

const whys = ['network', 'timeout', 'deadline', 'aborted'] as const;

const whyNames = {
  network: 'the connection failed',
  timeout: 'the timeout was reached',
  deadline: 'the deadline was reached',
  aborted: 'the caller aborted',
  unusable: 'its bytes cannot be read',
} as const;

/** The time of all observations: no outcome of an attempt depends on it. */
const at = 0;

function own(name: string, response: ResponseMeaning, isTransient = false) {
  return { name, seen: { kind: 'service-response', at, response, isTransient } } as const;
}

export const everythingSeen: readonly NamedSeen[] = [
  ...whys.map((why) => ({
    name: `nothing left: ${whyNames[why]}`,
    seen: { kind: 'unsent', at, why } as const,
  })),
  ...whys.map((why) => ({
    name: `sent, no status line: ${whyNames[why]}`,
    seen: { kind: 'sent', at, why } as const,
  })),
  ...([...whys, 'unusable'] as const).map((why) => ({
    name: `status line, body incomplete: ${whyNames[why]}`,
    seen: { kind: 'sent', at, why } as const,
  })),
  own('refused, transient (429, 503, some codes)', 'refused', true),
  own('refused for good (400, 401, 404, 409, 501, …)', 'refused'),
  own('unclear, transient (408, 502, 504)', 'unclear', true),
  own('unclear (500, other 5xx)', 'unclear'),
  {
    name: 'an error that the service did not write, transient (502 of a gateway)',
    seen: { kind: 'foreign-response', at, response: 'unclear', isTransient: true },
  },
  {
    name: 'an error that the service did not write (403 of a firewall)',
    seen: { kind: 'foreign-response', at, response: 'unclear', isTransient: false },
  },
  {
    name: 'a redirect, a 2xx without what identifies the result, or no challenge on a leg 1 that is always signed',
    seen: { kind: 'foreign-response', at, response: 'foreign', isTransient: false },
  },
  own('2xx that cannot be returned exactly', 'differs'),
  own('a challenge', 'challenge'),
  own('success', 'value'),
];

/** What earlier attempts of the same request can have left behind. */
export const histories: readonly {
  readonly name: string;
  readonly earlier: readonly AttemptObservation[];
}[] = [
  { name: 'first attempt', earlier: [] },
  { name: 'after attempts that never left', earlier: [{ kind: 'unsent', at, why: 'network' }] },
  {
    name: 'after attempts that were refused',
    earlier: [{ kind: 'service-response', at, response: 'refused', isTransient: true }],
  },
  { name: 'after an attempt that was lost', earlier: [{ kind: 'sent', at, why: 'network' }] },
  {
    name: 'after an attempt that was cut off',
    earlier: [
      { kind: 'sent', at, why: 'timeout' },
      { kind: 'unsent', at, why: 'network' },
    ],
  },
  {
    name: 'after a gateway that gave up',
    earlier: [{ kind: 'foreign-response', at, response: 'unclear', isTransient: true }],
  },
];
