import { expect, it, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import type { SessionInfo } from '../session/state.ts';
import { createFakeWallet } from '../testing/index.ts';
import { passkeysFlow, sessionsFlow } from './account-flows.ts';
import type { Flow } from './flow.ts';
import { otpFlow } from './otp-flow.ts';
import { oauthFlow, passkeyFlow } from './sign-in-flow.ts';
import { signedActionFlow, taskFlow } from './task-flow.ts';

/** Listens to a flow, as a component does. */
function used<State, Steps>(flow: Flow<State, Steps>) {
  const stop = flow.subscribe(() => {});
  return { steps: flow.steps, now: () => flow.getSnapshot(), stop };
}

const called = ({ fake }: ReturnType<typeof createFakeWallet>, name: string) =>
  fake.calls.filter(({ call }) => call === name).length;

it('begins with its first listener and not before, and ends with the last one', async () => {
  const wallet = createFakeWallet();
  const flow = passkeyFlow(wallet);
  await wallet.ready();
  expect(called(wallet, 'passkey.prepare')).toBe(0);
  // As under StrictMode.
  flow.subscribe(() => {})();
  const { now, steps, stop } = used(flow);
  await eventually(() => expect(now().status).toBe('ready'));
  expect(called(wallet, 'passkey.prepare')).toBe(1);
  stop();
  await eventually(() => expect(now()).toEqual(flow.getServerSnapshot()));
  expect(await steps.confirm()).toBeUndefined();
});

it('can sign in again after a sign-out, and says why it cannot', async () => {
  const wallet = createFakeWallet();
  const { now, steps } = used(passkeyFlow(wallet));
  await eventually(() => expect(now().status).toBe('ready'));
  // A dismissed dialog has not used the challenge.
  wallet.fake.fail('passkey.confirm', 'CANCELLED');
  await steps.confirm();
  expect(now()).toEqual({ status: 'ready', error: undefined });
  expect(called(wallet, 'passkey.prepare')).toBe(1);
  const confirmed = steps.confirm();
  // In the click itself, which the dialog of the browser needs.
  expect(called(wallet, 'passkey.confirm')).toBe(2);
  await confirmed;
  expect(now().status).toBe('signed-in');
  await wallet.signOut();
  await eventually(() => expect(now().status).toBe('ready'));
  wallet.fake.fail('passkey.confirm', 'PASSKEY_REJECTED');
  wallet.fake.fail('passkey.prepare', 'NETWORK');
  await steps.confirm();
  await eventually(() => expect(now()).toMatchObject({ status: 'unavailable' }));
  expect(now().error?.code).toBe('NETWORK');
  steps.prepare();
  await eventually(() => expect(now()).toEqual({ status: 'ready', error: undefined }));
});

it('opens the page of a provider with the nonce of the prepared key', async () => {
  const wallet = createFakeWallet();
  const { now, steps } = used(oauthFlow(wallet));
  await eventually(() => expect(now().status).toBe('ready'));
  const url = vi.fn(({ nonce }: { nonce: string }) => `https://id.example/?${nonce}`);
  expect((await steps.popup(url))?.type).toBe('OAUTH');
  expect(url).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ nonce: expect.stringMatching(/^[0-9a-f]{64}$/) }),
  );
});

it('sends a code, counts until the next one, and returns to the step before a failure', async () => {
  const { now, steps } = used(otpFlow(createFakeWallet()));
  await steps.send();
  expect(now()).toMatchObject({ status: 'sent', nickname: 'a•••@example.com' });
  expect(now().resendIn).toBeGreaterThan(0);
  await steps.send();
  expect(now()).toMatchObject({ status: 'sent' });
  expect(now().error?.code).toBe('RATE_LIMITED');
  await steps.verify('999999');
  expect(now().error?.code).toBe('WRONG_CODE');
  await steps.verify('123456');
  expect(now()).toMatchObject({ status: 'signed-in', error: undefined });
});

it('lists devices and passkeys, changes them, and reads them again', async () => {
  const other = {
    ...{ id: 'Session:other', accountId: 'InternalAccount:1', type: 'PASSKEY', nickname: 'Phone' },
    ...{ createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z' },
    ...{ expiresAt: '2026-01-05T09:15:00Z', isCurrent: false },
  };
  const wallet = createFakeWallet({ status: 'active', account: { otherSessions: [other] } });
  const devices = used(sessionsFlow(wallet));
  await eventually(() => expect(devices.now().sessions).toHaveLength(2));
  wallet.fake.fail('sessions.end', 'OUTCOME_UNKNOWN');
  expect(await devices.steps.end(other.id)).toBe(false);
  expect(devices.now()).toMatchObject({ status: 'ready', error: { code: 'OUTCOME_UNKNOWN' } });
  expect(await devices.steps.end(other.id)).toBe(true);
  expect(devices.now().sessions).toHaveLength(1);
  const { now, steps } = used(passkeysFlow(wallet));
  await eventually(() => expect(now().status).toBe('ready'));
  const count = now().passkeys.length;
  await steps.prepare('Phone');
  const { id = '' } = (await steps.add('Phone')) ?? {};
  expect(called(wallet, 'newPasskey.prepare')).toBe(1);
  expect(now().passkeys).toHaveLength(count + 1);
  expect(await steps.remove(id)).toBe(true);
  expect(now().passkeys).toHaveLength(count);
  await wallet.signOut();
  await eventually(() => expect(now()).toMatchObject({ status: 'signed-out', passkeys: [] }));
});

it('keeps the result of the last start of a task, and is idle after a silent error', async () => {
  const wallet = createFakeWallet();
  wallet.fake.fail('refresh', 'CANCELLED');
  const { now, steps } = used(taskFlow(async (by: number) => (by > 1 ? wallet.refresh() : by)));
  expect(await steps.run(2)).toBeUndefined();
  expect(now()).toEqual({ status: 'idle', result: undefined, error: undefined });
  await Promise.all([steps.run(2), steps.run(1)]);
  expect(now()).toMatchObject({ status: 'done', result: 1 });
});

it('drops what an action returned for an account that is signed out, also late', async () => {
  const actions = { readCard: async () => 'FROZEN' };
  type Actions = { readCard: { input: object; result: string } };
  const wallet = createFakeWallet<Actions>({ status: 'active', actions });
  const { now, steps } = used(signedActionFlow(wallet, 'readCard'));
  await steps.run({});
  expect(now().result).toBe('FROZEN');
  // Another tab signs in to another account. Idle would say that the person refused.
  const session = { ...wallet.state.session, accountId: 'InternalAccount:2' } as SessionInfo;
  wallet.fake.setState({ session });
  expect(now()).toEqual({ status: 'done', result: undefined, error: undefined });
  const release = wallet.fake.hold('run');
  const running = steps.run({});
  await wallet.signOut();
  release();
  await running;
  expect(now().result).toBeUndefined();
});
