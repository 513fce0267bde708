import { ControlClient } from './control-client.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';

/** Milliseconds before the stream of times is opened again. */
const RECONNECT = 500;

/** The time of a mock in another process. It is a clock of the SDK and of its webhook handler. */
export interface RemoteClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after a number of milliseconds of real time; the returned function cancels it. */
  setTimeout(callback: () => void, milliseconds: number): () => void;
  /** Follows no longer. The clock continues from its last time. */
  close(): void;
}

interface Reading {
  readonly now: number;
  readonly at: number;
  readonly isRunning: boolean;
}

/**
 * Follows the clock of a mock or of one of its worlds from an application under test: when a test
 * moves the mock's clock, the application's webhooks and sessions move with it, before the mock
 * delivers what is due. It keeps the process alive until it is closed.
 *
 * @param url address of the mock or of the world, with the token in its fragment if one is needed
 * @returns the clock, once the time is known
 * @throws the error of `fetch`, or of the server, if the clock cannot be read
 * @example
 * const clock = await mockClock('http://127.0.0.1:4010/worlds/worker-1/');
 * const payments = createPaymentsClient({ ...connection, clock });
 * const webhooks = createWebhookHandler({ publicKeys, clock });
 */
export async function mockClock(url: string | URL): Promise<RemoteClock> {
  const control = new ControlClient(() => url);
  const stopping = new AbortController();
  let reading: Reading | undefined;
  let id = '';
  let onKnown = () => {};
  const now = () => {
    const { now: known = 0, at = 0, isRunning = false } = reading ?? {};
    return isRunning ? known + Date.now() - at : known;
  };
  const onEvent = ({ name, data }: ServerEvent): void => {
    const event = JSON.parse(data) as Partial<Reading> & {
      readonly now: number;
      id?: string;
      count?: number;
    };
    const { isRunning = reading?.isRunning ?? false } = event;
    reading = { now: event.now, at: Date.now(), isRunning };
    onKnown();
    if (name === 'following') id = event.id ?? '';
    // A mock that is gone does not wait for it.
    else void control.send('POST', '/clock/followed', { id, count: event.count }).catch(() => {});
  };
  const follow = async (): Promise<void> => {
    const response = await control.stream('/clock/follow', stopping.signal);
    const { ok, body, status } = response;
    if (!ok || body === null) throw new Error(`${control.address} responded with ${status}.`);
    await readEvents(body, onEvent);
  };
  const again = () => {
    if (stopping.signal.aborted) return;
    setTimeout(() => void follow().then(again, again), RECONNECT);
  };
  const first = new Promise<void>((resolve) => {
    onKnown = resolve;
  });
  const following = follow();
  await Promise.race([first, following]);
  void following.then(again, again);
  return {
    now,
    setTimeout(callback, milliseconds) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    close: () => stopping.abort(),
  };
}
