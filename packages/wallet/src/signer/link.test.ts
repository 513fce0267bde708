import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../sdk/test/fake-clock.ts';
import { eventually } from '../../test/eventually.ts';
import { openLink } from './link.ts';

/** The frame of a signer, which this page has loaded; `send` is how it is greeted. */
const send = vi.hoisted(() => vi.fn<(hello: unknown, port: MessagePort) => void>());
const remove = vi.hoisted(() => vi.fn());
vi.mock('./frame-element.ts', () => ({
  createFrame: () => ({ loaded: Promise.resolve(), send, show: () => {}, remove }),
}));

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal('location', { origin: 'https://app.example.com' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Opens a link by a clock that stands still until it is moved. */
function open() {
  const fake = new FakeClock();
  const clock = {
    now: () => fake.now(),
    monotonic: () => fake.now(),
    setTimeout: (callback: () => void, milliseconds: number) =>
      fake.setTimeout(callback, milliseconds),
  };
  const onEnd = vi.fn();
  const listeners = { onState: () => {}, onEvent: () => {}, onEnd };
  let end: unknown = 'waiting';
  const opening = openLink({ origin: 'https://sign.example.com' }, undefined, clock, listeners);
  void opening.then(
    () => (end = 'open'),
    (error: { code: string }) => (end = error.code),
  );
  const greeted = () => eventually(() => expect(send).toHaveBeenCalledTimes(1));
  const advance = async (milliseconds: number) => {
    fake.advance(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
    return end;
  };
  return { opening, greeted, advance, onEnd };
}

it('waits two seconds for a frame that has loaded to accept the page, and then removes it', async () => {
  const { greeted, advance, onEnd } = open();
  await greeted();
  expect(await advance(1_999)).toBe('waiting');
  expect(remove).not.toHaveBeenCalled();
  expect(await advance(1)).toBe('SIGNER_UNAVAILABLE');
  expect([remove.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 1]);
});

it('waits longer for a frame that has accepted the page in time', async () => {
  const { opening, greeted, advance } = open();
  await greeted();
  await advance(1_999);
  const [, port] = send.mock.calls[0] ?? [];
  const asked = new Promise<{ id: number }>((resolve) => {
    if (port) port.onmessage = ({ data }) => resolve(data as { id: number });
  });
  port?.postMessage({ type: 'connected' });
  const { id } = await asked;
  expect(await advance(19_999)).toBe('waiting');
  port?.postMessage({ type: 'result', id, value: undefined });
  (await opening).close();
});
