import '../test/app/oldest-browser.ts';
import { afterEach, expect, it } from 'vitest';
import { addAuthenticator, removeAuthenticators } from '../test/app/authenticator.ts';
import { cardState, newWorld, optionsOf } from '../test/app/client.ts';
import { createWallet, getWalletEnvironment } from './index.ts';
import { defineElements } from './ui/index.ts';

afterEach(removeAuthenticators);

it('signs in, signs, adds a passkey and signs in with it in the oldest browsers', async () => {
  expect(['requestIdleCallback' in window, 'union' in Set.prototype]).toEqual([false, false]);
  await addAuthenticator();
  const world = await newWorld();
  const wallet = createWallet(optionsOf(world));
  await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  await wallet.run('freezeCard', { cardId: world.cardId });
  expect(await cardState(world)).toBe('FROZEN');
  await wallet.refresh();
  const { id } = await wallet.addPasskey({ nickname: 'Phone' });
  await wallet.signOut();
  const session = await (await wallet.passkey(id).prepare()).confirm();
  expect(session.type).toBe('PASSKEY');
});

it('draws its elements there', () => {
  defineElements();
  const element = document.createElement('payments-sign-in');
  document.body.append(element);
  expect(element.shadowRoot?.adoptedStyleSheets).toHaveLength(1);
});

it('says what a browser lacks', async () => {
  expect((await getWalletEnvironment()).missing).toEqual([]);
  Reflect.deleteProperty(CSSStyleSheet.prototype, 'replaceSync');
  expect(await getWalletEnvironment()).toMatchObject({
    missing: ['CSSStyleSheet.prototype.replaceSync'],
    recommendedMethod: 'none',
  });
});
