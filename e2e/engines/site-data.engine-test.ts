import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignerStage, startSignerStage } from '../signer/support/stage.ts';
import type { Driver } from './driver.ts';
import { launch } from './provider.ts';

/** Firefox with "block all cookies and site data", as its settings offer it. */
const preferences = { 'network.cookie.cookieBehavior': 2 };

let firefox: Driver;
let stage: SignerStage;

beforeAll(async () => {
  [firefox, stage] = await Promise.all([launch('firefox', preferences), startSignerStage()]);
});
afterAll(async () => {
  await firefox.close();
  await stage.close();
});

it('blocks storage: the APIs that the wallet uses throw', async () => {
  await firefox.goto(firefox.firstTab, stage.signer.origin);
  const refused = await firefox.call(
    firefox.firstTab,
    `const attempt = (work) => { try { work(); return 'open'; } catch (error) { return error.name; } };
     return [attempt(() => new BroadcastChannel('x')), attempt(() => localStorage.length)];`,
  );
  expect(refused).toEqual(['SecurityError', 'SecurityError']);
});

it.each(['auto', 'memory'])('signs in, signs and signs out, with vault: %s', async (vault) => {
  const tab = firefox.firstTab;
  await firefox.goto(tab, `${stage.signer.origin}/plain`);
  await firefox.until(tab, 'window.createWallet !== undefined');
  const { accountId, emailId } = stage.newAccount();
  const cardId = stage.newCard(accountId);
  const seen = await firefox.call(
    tab,
    `const wallet = window.createWallet({ relay: '/relay', accountId: args.accountId, vault: args.vault, minimumCheck: 'unreadable' });
     const { ready, persistence, reasons } = await wallet.ready();
     await (await wallet.emailOtp(args.emailId).send()).verify('000000');
     await wallet.refresh();
     const { state } = await wallet.run('freezeCard', { cardId: args.cardId });
     const ended = await wallet.signOut();
     return { ready, persistence, reasons, state, ended, status: wallet.state.status };`,
    { accountId, emailId, cardId, vault },
  );
  expect(seen).toMatchObject({
    ready: true,
    persistence: 'memory',
    reasons: expect.arrayContaining(['tabs_unavailable']),
    state: 'FROZEN',
    ended: { revoked: true },
    status: 'signed-out',
  });
});
