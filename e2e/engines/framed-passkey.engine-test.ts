import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignerStage, startSignerStage } from '../signer/support/stage.ts';
import type { Driver } from './driver.ts';
import { launch } from './provider.ts';

let firefox: Driver;
let stage: SignerStage;

beforeAll(async () => {
  [firefox, stage] = await Promise.all([launch('firefox'), startSignerStage()]);
}, 180_000);
afterAll(async () => {
  await firefox.close();
  await stage.close();
});

/** Opens a frame of another origin, which tries to add a passkey at once and in each click on it. */
async function openFrame(allow: string): Promise<void> {
  const { accountId, emailId } = stage.newAccount();
  const search = new URLSearchParams({ account: accountId, email: emailId });
  await firefox.goto(firefox.firstTab, stage.app.origin);
  await firefox.call(
    firefox.firstTab,
    `const frame = document.createElement('iframe');
     Object.assign(frame, { allow: args.allow, src: args.url });
     frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%';
     window.outcomes = [];
     addEventListener('message', ({ data }) => window.outcomes.push(data));
     document.body.append(frame);`,
    { allow, url: `${stage.signer.origin}/plain?${search}` },
  );
}

/** The types of what was added, or the codes of the errors, as many as asked for. */
async function outcomes(count: number): Promise<unknown> {
  const tab = firefox.firstTab;
  await firefox.until(tab, `window.outcomes.length >= ${count}`);
  return firefox.call(tab, 'return window.outcomes;');
}

it('reports in a real frame that a click is needed, and after it who refused', async () => {
  const tab = firefox.firstTab;
  await firefox.goto(tab, stage.app.origin);
  await firefox.inTab(tab, (commands) =>
    commands.addAuthenticator({
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      isUserConsenting: true,
    }),
  );
  for (const [allow, last] of [
    ['', 'BLOCKED_IN_FRAME'],
    ['publickey-credentials-create', 'PASSKEY'],
  ] as const) {
    await openFrame(allow);
    expect(await outcomes(1)).toEqual(['CLICK_REQUIRED']);
    await firefox.inTab(tab, (commands) => commands.click(100, 100));
    expect(await outcomes(2)).toEqual(['CLICK_REQUIRED', last]);
  }
});
