import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignerStage, startSignerStage } from '../signer/support/stage.ts';
import type { Driver } from './driver.ts';

const OPEN = `
  window.wallet = window.createWallet({ relay: '/relay', accountId: args.accountId });
  await wallet.ready();`;

/** The data of a page with a wallet of its own: after Back, and where the browser keeps none. */
export function testPageData(engine: () => Driver): void {
  let stage: SignerStage;
  beforeAll(async () => {
    stage = await startSignerStage();
  });
  afterAll(() => stage.close());

  async function openPlain(driver: Driver, tab: string): Promise<void> {
    await driver.goto(tab, `${stage.signer.origin}/plain`);
    await driver.until(tab, 'window.createWallet !== undefined');
  }

  it('is signed out after Back, when another tab signed out meanwhile', async () => {
    const driver = engine();
    const { accountId, emailId, cardId } = stage;
    const tab = driver.firstTab;
    await openPlain(driver, tab);
    await driver.call(
      tab,
      `${OPEN}
       await (await wallet.emailOtp(args.emailId).send()).verify('000000');
       window.addEventListener('pageshow', ({ persisted }) => {
         window.cameBack = { persisted, status: wallet.state.status };
       });`,
      { accountId, emailId },
    );
    await driver.goto(tab, stage.app.origin);

    const other = await driver.openTab('about:blank');
    await openPlain(driver, other);
    const ended = await driver.call(other, `${OPEN} return wallet.signOut();`, { accountId });
    expect(ended).toEqual({ revoked: true, wiped: true });
    await driver.inTab(other, (commands) => commands.closeTab());

    await driver.inTab(tab, (commands) => commands.back());
    await driver.until(tab, 'window.createWallet !== undefined');
    const found = (await driver.call(
      tab,
      `const { cameBack } = window;
       if (window.wallet === undefined) { ${OPEN} }
       const refused = await wallet.run('freezeCard', { cardId: args.cardId }).catch(({ code }) => code);
       return { cameBack: cameBack ?? null, status: wallet.state.status, refused };`,
      { accountId, cardId },
    )) as { cameBack: unknown };
    // Restored from the cache in WebKit, because the wallet's listener runs first; loaded again
    // elsewhere.
    if (driver.name === 'webkit') {
      expect(found.cameBack).toEqual({ persisted: true, status: 'signed-out' });
    }
    expect(found).toMatchObject({ status: 'signed-out', refused: 'NOT_SIGNED_IN' });
    expect(await stage.cardState()).toBe('ACTIVE');
  });

  /** As the settings of Firefox offer it. */
  describe.runIf(process.env.ENGINE === 'firefox')('with all cookies and site data blocked', () => {
    const behaviour = 'network.cookie.cookieBehavior';
    beforeAll(() => engine().prefer({ [behaviour]: 2 }));
    afterAll(() => engine().prefer({ [behaviour]: 5 }));

    it('blocks storage: the APIs that the wallet uses throw', async () => {
      const driver = engine();
      await driver.goto(driver.firstTab, stage.signer.origin);
      const refused = await driver.call(
        driver.firstTab,
        `const attempt = (work) => { try { work(); return 'open'; } catch (error) { return error.name; } };
         return [attempt(() => new BroadcastChannel('x')), attempt(() => localStorage.length)];`,
      );
      expect(refused).toEqual(['SecurityError', 'SecurityError']);
    });

    it.each(['auto', 'memory'])('signs in, signs and signs out, with vault: %s', async (vault) => {
      const driver = engine();
      await openPlain(driver, driver.firstTab);
      const { accountId, emailId } = stage.newAccount();
      const cardId = stage.newCard(accountId);
      const seen = await driver.call(
        driver.firstTab,
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
  });
}
