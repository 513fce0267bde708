import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addAuthenticator, removeAuthenticators } from '../../test/app/authenticator.ts';
import { newWorld, payloadForms } from '../../test/app/client.ts';
import { signedIn, signIn } from '../../test/app/signed-in.ts';
import { eventually } from '../../test/eventually.ts';
import { createWallet, type Review } from '../index.ts';

beforeEach(async () => void (await addAuthenticator()));
afterEach(async () => {
  vi.restoreAllMocks();
  await removeAuthenticators();
});

/** Puts functions of the Signal API in place, whether or not this browser has them. */
function watchSignals() {
  const accepted = vi.fn(async () => {});
  const unknown = vi.fn(async () => {});
  const names = ['signalAllAcceptedCredentials', 'signalUnknownCredential'] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(PublicKeyCredential, name));
  for (const [at, value] of [accepted, unknown].entries()) {
    const name = names[at] ?? '';
    Object.defineProperty(PublicKeyCredential, name, { value, configurable: true, writable: true });
  }
  const restore = () => {
    for (const [at, name] of names.entries()) {
      const descriptor = before[at];
      Reflect.deleteProperty(PublicKeyCredential, name);
      if (descriptor !== undefined) Object.defineProperty(PublicKeyCredential, name, descriptor);
    }
  };
  return { accepted, unknown, restore };
}

it('signals which passkeys are accepted, after one was added and after one was removed', async () => {
  const { wallet } = await signedIn();
  const { accepted, unknown, restore } = watchSignals();
  const { id, credentialId = '' } = await wallet.addPasskey({ nickname: 'Laptop' });
  await eventually(() => expect(accepted).toHaveBeenCalledTimes(1));
  expect(accepted).toHaveBeenLastCalledWith({
    rpId: 'localhost',
    userId: expect.any(String),
    allAcceptedCredentialIds: [credentialId],
  });
  await wallet.removeCredential(id);
  expect(unknown).toHaveBeenCalledWith({ rpId: 'localhost', credentialId });
  expect(accepted).toHaveBeenLastCalledWith(
    expect.objectContaining({ allAcceptedCredentialIds: [] }),
  );
  const { credentials } = await wallet.account();
  expect(credentials.map((credential) => credential.id)).not.toContain(id);
  restore();
});

it.each(payloadForms)('adds and removes a passkey: %s', async (payloads) => {
  const world = await newWorld({ payloads });
  const seen: string[] = [];
  const review: Review = (_payload, { kind, strength }) => seen.push(`${kind} ${strength}`) > 0;
  const { relay, accountId } = world;
  const wallet = createWallet({ relay, accountId, review, stampsPerMinute: 10_000 });
  await signIn(wallet, world);
  const { id } = await wallet.addPasskey({ nickname: 'Laptop' });
  const ids = async () => (await wallet.account()).credentials.map((credential) => credential.id);
  expect(await ids()).toContain(id);
  await wallet.removeCredential(id);
  expect(await ids()).not.toContain(id);
  const added = payloads === 'opaque' ? 'unreadable' : 'shown';
  const removed = payloads === 'activity' ? 'kind' : added;
  expect(seen).toEqual([`add_passkey ${added}`, `remove_credential ${removed}`]);
});

it('removes a passkey where the browser has no Signal API, or refuses it', async () => {
  const { wallet } = await signedIn();
  const { id } = await wallet.addPasskey({ nickname: 'Laptop' });
  const { accepted, unknown, restore } = watchSignals();
  accepted.mockRejectedValue(new Error('no'));
  unknown.mockRejectedValue(new Error('no'));
  await wallet.removeCredential(id);
  restore();
  expect((await wallet.account()).credentials.map((credential) => credential.id)).not.toContain(id);
});

it('creates a passkey without a dialog with `conditional`, and none when that is refused', async () => {
  const { wallet } = await signedIn();
  const create = vi.spyOn(navigator.credentials, 'create');
  create.mockRejectedValueOnce(new DOMException('not now', 'NotAllowedError'));
  await expect(
    wallet.addPasskey({ nickname: 'Laptop' }, { conditional: true }),
  ).rejects.toMatchObject({ code: 'CANCELLED', silent: true });
  expect(create.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' });
});

it('uses immediate mediation where the browser supports it, otherwise the usual dialog', async () => {
  const { wallet } = await signedIn();
  const { id } = await wallet.addPasskey({ nickname: 'Laptop' });
  await wallet.signOut();
  const capabilities = vi.fn(async () => ({ immediateGet: true }));
  const name = 'getClientCapabilities';
  const before = Object.getOwnPropertyDescriptor(PublicKeyCredential, name);
  Object.defineProperty(PublicKeyCredential, name, { value: capabilities, configurable: true });
  const able = await wallet.passkey(id).prepare();
  capabilities.mockRejectedValue(new Error('no'));
  const unable = await wallet.passkey(id).prepare();
  Reflect.deleteProperty(PublicKeyCredential, name);
  if (before !== undefined) Object.defineProperty(PublicKeyCredential, name, before);

  const get = vi.spyOn(navigator.credentials, 'get');
  get.mockRejectedValueOnce(new DOMException('none here', 'NotAllowedError'));
  await expect(able.confirm({ immediate: true })).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(get.mock.calls[0]?.[0]).toMatchObject({
    mediation: 'immediate',
    publicKey: { allowCredentials: [] },
  });
  await unable.confirm({ immediate: true });
  expect(get.mock.calls[1]?.[0]).not.toHaveProperty('mediation');
  expect(get.mock.calls[1]?.[0]?.publicKey?.allowCredentials).toHaveLength(1);
});

it('reports that a frame forbids passkeys, also in a browser that does not report it', async () => {
  const { wallet } = await signedIn();
  const { id } = await wallet.addPasskey({ nickname: 'Laptop' });
  await wallet.signOut();
  const passkey = await wallet.passkey(id).prepare();
  const refuse = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  const get = vi.spyOn(navigator.credentials, 'get').mockImplementation(refuse);
  const hidden = Object.defineProperty(document, 'featurePolicy', {
    value: undefined,
    configurable: true,
  });
  // At once, but in a frame of the page's own origin: nothing distinguishes it from a person.
  await expect(passkey.confirm()).rejects.toMatchObject({ code: 'CANCELLED' });
  Reflect.deleteProperty(hidden, 'featurePolicy');
  Object.defineProperty(document, 'featurePolicy', {
    value: { allowsFeature: (name: string) => name !== 'publickey-credentials-get' },
    configurable: true,
  });
  await expect(passkey.confirm()).rejects.toMatchObject({
    code: 'BLOCKED_IN_FRAME',
    userAction: 'open_in_browser',
    silent: false,
  });
  Reflect.deleteProperty(document, 'featurePolicy');
  get.mockRestore();
});
