import { expect, it } from 'vitest';
import { idToken, newWorld, optionsOf } from '../../test/app/client.ts';
import { eventually } from '../../test/eventually.ts';
import { createWallet, isWalletError, type Wallet } from '../index.ts';
import { createFakeWallet, exampleCredentials } from './index.ts';

interface Ids {
  readonly emailId: string;
  readonly oauthId: string;
  readonly cardId: string;
  readonly code: string;
  /** The provider's token for a nonce. */
  readonly token: (nonce: string) => string;
}

/** What a page sees of a wallet from the first code to the sign-out. */
async function walk(wallet: Wallet, ids: Ids): Promise<string[]> {
  const { emailId, oauthId, cardId, code } = ids;
  const log: string[] = [];
  wallet.subscribe((event) => {
    log.push(event.type === 'state' ? `state ${wallet.state.status}` : event.type);
  });
  const step = async (name: string, work: () => Promise<unknown>) => {
    try {
      const result = await work();
      log.push(`${name}: ${typeof result === 'object' ? '' : JSON.stringify(result)}`);
    } catch (error) {
      log.push(`${name}: ${isWalletError(error) ? error.code : String(error)}`);
    }
  };
  await wallet.ready();
  log.length = 0;
  await step('run signed out', () => wallet.run('freezeCard', { cardId }));
  await step('refresh signed out', () => wallet.refresh());
  await step('send', () => wallet.emailOtp(emailId).send());
  await step('send again', () => wallet.emailOtp(emailId).send());
  await step('no code', () => wallet.emailOtp(emailId).verify(' '));
  await step('wrong code', () => wallet.emailOtp(emailId).verify('999999'));
  const oauth = await wallet.oauth(oauthId).prepare();
  await step('time for the provider', async () => Math.round(oauth.timeLeft() / 60_000));
  await step('provider', () => oauth.verify(ids.token(oauth.nonce)));
  await step('no time', async () => oauth.timeLeft());
  await step('provider again', () => oauth.verify(ids.token(oauth.nonce)));
  await step('sign out', async () => Object.values(await wallet.signOut()).join());
  await step('verify', () => wallet.emailOtp(emailId).verify(code));
  await step('freeze', () => wallet.run('freezeCard', { cardId }, { requires: 'fresh' }));
  await step('unknown action', () => wallet.run('noSuchAction', {}));
  await step('refresh', () => wallet.refresh());
  await eventually(async () => expect(await wallet.sessions.list()).toHaveLength(1));
  await step('sessions', async () => (await wallet.sessions.list())[0]?.isCurrent);
  await step('remove own', () => wallet.removeCredential(emailId));
  await step('remove other', () => wallet.removeCredential(oauthId));
  await step('credentials', async () => (await wallet.account()).credentials.length);
  await step('end unknown', () =>
    wallet.sessions.end('Session:00000000-0000-4000-8000-0000000000ff'),
  );
  await step('sign out', async () => Object.values(await wallet.signOut()).join());
  await step('sign out again', async () => Object.values(await wallet.signOut()).join());
  await step('refresh signed out', () => wallet.refresh());
  return log;
}

it('a fake wallet shows a page the same states, events and errors as a wallet', async () => {
  const world = await newWorld();
  const token = (nonce: string) => idToken(world, nonce);
  const real = await walk(createWallet(optionsOf(world)), { ...world, code: '000000', token });
  const fake = createFakeWallet({
    account: { credentials: exampleCredentials.slice(0, 2) },
    actions: { freezeCard: () => ({ state: 'FROZEN' }) },
  });
  const [emailId = '', oauthId = ''] = exampleCredentials.map(({ id }) => id);
  const ids = { emailId, oauthId, cardId: world.cardId, code: '123456', token };
  expect(await walk(fake, ids)).toEqual(real);
});
