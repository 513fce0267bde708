import { afterEach, expect, it, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { addAuthenticator, removeAuthenticators } from '../test/app/authenticator.ts';
import { newWorld, optionsOf } from '../test/app/client.ts';
import { getWalletEnvironment } from './index.ts';

afterEach(() => vi.restoreAllMocks());

it('reports what this page can do', async () => {
  const environment = await getWalletEnvironment();
  expect(environment).toMatchObject({
    hasPage: true,
    isSecureContext: true,
    hasWebAuthn: true,
    storage: 'indexeddb',
    // The tests run in a frame of the runner, of the same origin.
    isFramed: window.top !== window.self,
    isCrossOriginFrame: false,
  });
});

it('recommends a passkey where the device has an authenticator, otherwise a code', async () => {
  await removeAuthenticators();
  const before = await getWalletEnvironment();
  expect(before).toMatchObject({
    hasPlatformAuthenticator: false,
    recommendedMethod: 'email_otp',
  });
  await addAuthenticator();
  expect(await getWalletEnvironment()).toMatchObject({
    hasPlatformAuthenticator: true,
    hasConditionalUi: true,
    recommendedMethod: 'passkey',
  });
  await removeAuthenticators();
});

it('does not fail where a call to the browser fails', async () => {
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockRejectedValue(new Error());
  const asked = 'isUserVerifyingPlatformAuthenticatorAvailable';
  vi.spyOn(PublicKeyCredential, asked).mockRejectedValue(new Error());
  expect(await getWalletEnvironment()).toMatchObject({
    hasWebAuthn: true,
    hasConditionalUi: false,
    hasPlatformAuthenticator: false,
  });
});

it('loads at the next use what could not be loaded, and says what to do where a browser does not', async () => {
  const world = await newWorld();
  const tab = await commands.openTab('/__wallet/offline/', 'tab');
  await commands.callTab(tab, 'tab.create', optionsOf(world));
  const signIn = () => commands.callTab(tab, 'tab.beginRedirect', world.oauthId);
  await expect(signIn()).rejects.toThrow(/was not loaded\..*reload of the page/);
  await fetch('/__wallet/offline/back');
  await expect(signIn()).resolves.toHaveProperty('nonce');
  await commands.closeTab(tab);
});
