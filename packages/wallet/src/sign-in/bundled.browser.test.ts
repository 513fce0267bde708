import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  addAuthenticator,
  removeAuthenticators,
  type TestAuthenticator,
} from '../../test/app/authenticator.ts';
import { cardState, newWorld, optionsOf } from '../../test/app/client.ts';
import type * as bundledWallet from '../index.ts';

/** The package as it is bundled for publication: with the copies of its libraries cut down. */
async function bundled(): Promise<typeof bundledWallet> {
  const url = '/__wallet/bundled/main.js';
  return import(/* @vite-ignore */ url);
}

let authenticator: TestAuthenticator;
beforeEach(async () => {
  authenticator = await addAuthenticator();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await removeAuthenticators();
});

it('runs both ceremonies as bundled, and removes a passkey', async () => {
  const { createWallet } = await bundled();
  const world = await newWorld();
  const wallet = createWallet(optionsOf(world));
  await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  const first = await wallet.addPasskey({ nickname: 'Laptop' });
  await expect(wallet.addPasskey({ nickname: 'Again' })).rejects.toMatchObject({
    code: 'PASSKEY_EXISTS',
  });
  await wallet.removeCredential(first.id);
  const { id } = await wallet.addPasskey({ nickname: 'Laptop' });
  await wallet.signOut();

  const prepared = await wallet.passkey(id).prepare();
  await authenticator.setPresence(false);
  const stop = new AbortController();
  const stopped = prepared.confirm({ signal: stop.signal });
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'ABORTED', silent: true });
  await authenticator.setPresence(true);
  expect((await prepared.confirm()).type).toBe('PASSKEY');

  await wallet.run('freezeCard', { cardId: world.cardId });
  expect(await cardState(world)).toBe('FROZEN');
  const ids = (await wallet.account()).credentials.map((credential) => credential.id);
  expect(ids).toContain(id);
  expect(ids).not.toContain(first.id);
});

it.each([
  ['NotAllowedError', 'CANCELLED'],
  ['SecurityError', 'RP_MISMATCH'],
  ['NotSupportedError', 'PASSKEY_UNAVAILABLE'],
  ['ConstraintError', 'PASSKEY_UNAVAILABLE'],
  ['UnknownError', 'PASSKEY_FAILED'],
])('maps errors as bundled: %s is %s', async (name, code) => {
  const { createWallet } = await bundled();
  const world = await newWorld();
  const wallet = createWallet(optionsOf(world));
  await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  const create = vi.spyOn(navigator.credentials, 'create');
  create.mockRejectedValue(new DOMException('not now', name));
  await expect(wallet.addPasskey({ nickname: 'Laptop' })).rejects.toMatchObject({ code });
});
