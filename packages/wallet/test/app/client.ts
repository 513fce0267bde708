import type { DialectName } from '@org/payments-contract';
import type { Control, TestWorld } from './backend.ts';

export type { TestWorld } from './backend.ts';

/** The forms of payloads that the mock speaks. */
export const payloadForms = ['activity', 'described', 'opaque'] as const;
export type PayloadForm = (typeof payloadForms)[number];

/** The service of a world, and the limits of its relay after a sign-in. */
export interface WorldOptions {
  readonly dialect?: DialectName | undefined;
  /** The form of the service's payloads. */
  readonly payloads?: PayloadForm;
  readonly maxRefreshes?: number;
  /** Milliseconds. */
  readonly maxSessionAge?: number;
}

async function ask<T>(url: string, order?: Control): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const body = order === undefined ? {} : { headers, body: JSON.stringify(order) };
  const response = await fetch(url, { method: 'POST', ...body });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** A world for one test: a mock service, one account with a card, and a relay to it. */
export async function newWorld(options: WorldOptions = {}): Promise<TestWorld> {
  const search = new URLSearchParams(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  return ask(`/__wallet/world?${search}`);
}

/**
 * The options with which a wallet is created in a world. Its page relies on its relay for what is
 * signed, whatever the form of the payload; tests of the check leave that out.
 */
export function optionsOf({ relay, accountId, dialect, codeKey }: TestWorld) {
  // The engines run all tests in one page, whose stamps together would exceed the usual limit.
  const shared = { relay, accountId, minimumCheck: 'unreadable', stampsPerMinute: 10_000 } as const;
  return { ...shared, ...(dialect && { dialect, codeKey }) };
}

/** Reads or changes a world without the wallet. */
export async function control(world: TestWorld, order: Control): Promise<unknown> {
  return ask(world.relay.replace(/relay$/, 'control'), order);
}

/** The state of the world's card, from the service. */
export async function cardState(world: TestWorld): Promise<string> {
  return ((await control(world, { do: 'card' })) as { state: string }).state;
}

/** A clock for tests, at the present. */
export function manualClock() {
  let now = Date.now();
  let monotonic = 1_000;
  let timers: { due: number; callback: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => monotonic,
    setTimeout(callback: () => void, milliseconds: number) {
      const timer = { due: monotonic + milliseconds, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    /** Lets time pass, and runs what is due. */
    advance(milliseconds: number) {
      const end = monotonic + milliseconds;
      for (;;) {
        const [next] = timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now += Math.max(0, next.due - monotonic);
        monotonic = Math.max(monotonic, next.due);
        next.callback();
      }
      now += end - monotonic;
      monotonic = end;
    },
    /** Lets the device sleep: the monotonic clock stands still, timers do not run. */
    sleep(milliseconds: number) {
      now += milliseconds;
    },
    /** Sets only the device's clock. */
    set(milliseconds: number) {
      now = milliseconds;
    },
  };
}

/** A clock that only moves when a test moves it. */
export type ManualClock = ReturnType<typeof manualClock>;

function segment(value: unknown): string {
  return btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

/** A token of the identity the world's OAUTH credential belongs to. */
export function idToken(world: TestWorld, nonce: string, iat = Date.now() / 1000): string {
  const claims = { ...world.identity, nonce, iat: Math.floor(iat), exp: Math.floor(iat) + 3600 };
  return `${segment({ alg: 'RS256', typ: 'JWT' })}.${segment(claims)}.${segment('dummy')}`;
}
