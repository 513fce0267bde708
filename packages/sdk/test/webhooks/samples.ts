import { type Mock, vi } from 'vitest';
import {
  createWebhookHandler,
  memoryStore,
  type WebhookError,
  type WebhookFailure,
  type WebhookHandlerOptions,
  type WebhookStore,
} from '../../src/webhooks/index.ts';
import {
  generateWebhookKeys,
  type SignEventOptions,
  signEvent,
  type TestEvent,
} from '../../src/webhooks/testing/index.ts';
import { FakeClock } from '../fake-clock.ts';

/** The time at which the clocks of these tests start. */
export const START = '2026-01-05T09:00:00Z';

/** The keys of these tests. */
export const keys = await generateWebhookKeys();

/** An outgoing payment, as an event holds it. */
export const payment: TestEvent = {
  id: 'Webhook:1',
  type: 'OUTGOING_PAYMENT.COMPLETED',
  timestamp: START,
  data: { id: 'Transaction:0c7a', status: 'COMPLETED', type: 'OUTGOING' },
};

export const approvalRequest: TestEvent = {
  id: 'Webhook:2',
  type: 'INCOMING_PAYMENT.PENDING',
  timestamp: START,
  data: { id: 'Transaction:1d2e', status: 'PENDING', type: 'INCOMING' },
};

export function sign(event: TestEvent, options?: SignEventOptions) {
  return signEvent(event, keys.privateKey, options);
}

export interface Reported extends WebhookFailure {
  readonly error: WebhookError;
}

/** A webhook handler on a clock of its own, and all that it reports. */
export function setUp(options: Partial<WebhookHandlerOptions> = {}) {
  const clock = new FakeClock(Date.parse(START));
  const failures: Reported[] = [];
  const webhooks = createWebhookHandler({
    publicKeys: keys.publicKey,
    clock,
    onError: (error, failure) => failures.push({ error, ...failure }),
    ...options,
  });
  const codes = () => failures.map(({ error }) => error.code);
  return { webhooks, clock, failures, codes };
}

/** The same, with a handler of {@link payment}. */
export function handling<Handler extends (...values: never[]) => unknown = Mock<() => unknown>>(
  options: Partial<WebhookHandlerOptions> = {},
  handler = vi.fn() as unknown as Handler,
) {
  const setup = setUp(options);
  setup.webhooks.on('OUTGOING_PAYMENT.COMPLETED', handler as never);
  return { ...setup, handler };
}

/** A store that has only the methods that every store has, and others in their place. */
export function storeWith(part: Partial<WebhookStore> = {}, inner = memoryStore()): WebhookStore {
  return {
    claim: (...values) => inner.claim(...values),
    complete: (...values) => inner.complete(...values),
    release: (...values) => inner.release(...values),
    ...part,
  };
}

/** A delivery with a body that arrives in pieces. */
export function delivery(body: ReadableStream<Uint8Array> | string, headers = {}): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
  return new Request('https://a.example/', init);
}

/** The code that a refused delivery is responded to with. */
export async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code: unknown }).code;
}

/** A promise with its resolve and reject. */
export function deferred<Value = void>() {
  return Promise.withResolvers<Value>();
}

/** Lets time pass, and runs all that follows without another timer or event. */
export async function pass(clock: FakeClock, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
