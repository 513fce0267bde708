import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeWallet } from '../testing/index.ts';
import { passkey, task } from './index.ts';

it('keeps a result, and notifies the other listeners, when a listener throws', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { run, subscribe } = task(async () => 'done');
  const thrown = new Error('of a listener');
  const [first, second] = [vi.fn(), vi.fn()];
  subscribe(first);
  first.mockImplementation(() => {
    throw thrown;
  });
  subscribe(second);
  expect(await run()).toBe('done');
  expect(second.mock.calls).toEqual([
    [{ status: 'idle' }],
    [{ status: 'running' }],
    [{ status: 'done', result: 'done' }],
  ]);
  expect(reported.mock.calls).toEqual([[thrown], [thrown]]);
});

it('prepares a passkey for the next click when that had failed before', async () => {
  const wallet = createFakeWallet();
  wallet.fake.fail('passkey.prepare', 'NETWORK');
  const { prepare, confirm } = passkey(wallet);
  const states: string[] = [];
  prepare.subscribe(({ status }) => void states.push(status));
  await vi.waitFor(() => expect(states).toContain('failed'));
  expect(await confirm.run()).toBeUndefined();
  await vi.waitFor(() => expect(states).toContain('done'));
  expect(await confirm.run()).toMatchObject({ type: 'PASSKEY' });
});
