import { get } from 'svelte/store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { effectScope, isProxy, reactive, ref } from 'vue';
import { addAuthenticator, removeAuthenticators } from '../test/app/authenticator.ts';
import { cardState, newWorld, optionsOf } from '../test/app/client.ts';
import { eventually } from '../test/eventually.ts';
import { drawQuestion } from '../test/ui/question.ts';
import { createWallet } from './index.ts';
import * as svelte from './svelte/index.ts';
import * as vue from './vue/index.ts';

interface Actions {
  readonly freezeCard: { readonly input: { cardId: string }; readonly result: { state: string } };
}

beforeEach(() => addAuthenticator());
afterEach(removeAuthenticators);

async function withPasskey() {
  const world = await newWorld();
  const wallet = createWallet<Actions>(optionsOf(world));
  await (await wallet.emailOtp(world.emailId).send()).verify('000000');
  const { id } = await wallet.addPasskey({ nickname: 'Laptop' });
  await wallet.signOut();
  return { world, wallet, id };
}

it('works behind the Proxies of Vue: wallet, flows and prepared ceremonies', async () => {
  const { world, wallet, id } = await withPasskey();
  const held = reactive({ wallet }).wallet as typeof wallet;
  expect(isProxy(held)).toBe(true);
  const prepared = ref(await held.passkey(id).prepare());
  expect(isProxy(prepared.value)).toBe(true);
  expect(prepared.value.timeLeft()).toBeGreaterThan(0);
  expect((await prepared.value.confirm()).type).toBe('PASSKEY');
  const adding = ref(await held.prepareNewPasskey({ nickname: 'Second' }));
  expect(adding.value.timeLeft()).toBeGreaterThan(0);
  const oauth = ref(await held.oauth(world.oauthId).prepare());
  expect(oauth.value.timeLeft()).toBeGreaterThan(0);
  await held.run('freezeCard', { cardId: world.cardId });
  expect(held.state.status).toBe('active');
  expect(await cardState(world)).toBe('FROZEN');
});

it('offers Vue the session, a sign-in and a signed action', async () => {
  const { world, wallet, id } = await withPasskey();
  const scope = effectScope();
  const used = scope.run(() => ({
    session: vue.useSession(wallet),
    passkey: vue.usePasskey(wallet, id),
    freeze: vue.useSignedAction(wallet, 'freezeCard'),
  }));
  if (used === undefined) throw new Error('The scope ran nothing.');
  const { session, passkey, freeze } = used;
  await eventually(() => expect(passkey.state.value.status).toBe('ready'));
  await freeze.run({ cardId: world.cardId });
  expect(freeze.state.value.error?.code).toBe('NOT_SIGNED_IN');
  await passkey.confirm();
  expect(session.state.value.status).toBe('active');
  await freeze.run({ cardId: world.cardId });
  expect(freeze.state.value.result?.state).toBe('FROZEN');
  scope.stop();
  await session.signOut();
  expect(session.state.value.status).toBe('active');
});

it('offers Svelte stores of the session, a sign-in and a signed action', async () => {
  const { world, wallet, id } = await withPasskey();
  const state = svelte.session(wallet);
  const seen: string[] = [];
  const stops = [state.subscribe(({ status }) => void seen.push(status))];
  const passkey = svelte.passkey(wallet, id);
  stops.push(passkey.subscribe(() => {}));
  const freeze = svelte.signedAction(wallet, 'freezeCard');
  await eventually(() => expect(get(passkey).status).toBe('ready'));
  await passkey.confirm();
  await freeze.run({ cardId: world.cardId });
  expect(get(freeze).result?.state).toBe('FROZEN');
  freeze.reset();
  expect(get(freeze).status).toBe('idle');
  for (const stop of stops) stop();
  await state.signOut();
  const otp = svelte.otp(createWallet(optionsOf(world)), world.emailId);
  await otp.send();
  await otp.verify('000000');
  expect(get(otp).status).toBe('signed-in');
  expect(seen.slice(0, 1).concat(seen.slice(-1))).toEqual(['signed-out', 'active']);
});

it.each([
  ['Vue', vue.useReview],
  ['Svelte', svelte.review],
] as const)('asks in a dialog of a page in %s', async (framework, use) => {
  const reviewing = vue.createReview();
  const scope = effectScope();
  const used = scope.run(() => use(reviewing));
  if (used === undefined) throw new Error('The scope ran nothing.');
  const stop = 'subscribe' in used ? used.subscribe(() => {}) : () => scope.stop();
  const now = () => ('subscribe' in used ? get(used) : used.state.value);
  await Promise.resolve();
  const action = { kind: 'stamp', strength: 'unreadable' } as const;
  const nothing = async () => undefined;
  const life = new AbortController();
  const decided = Promise.resolve(reviewing.review('text', action, nothing, life));
  await eventually(() => expect(now().question).toBeDefined());
  const { question } = now();
  const whole = question && drawQuestion(question);
  // Vue passes the component of an element that is one.
  used.watch(framework === 'Vue' ? ({ $el: whole } as unknown as Element) : (whole as Element));
  await eventually(() => expect(now().status).toBe('answerable'));
  used.approve();
  expect(await decided).toBe(true);
  whole?.remove();
  stop();
});
