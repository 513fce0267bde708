import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignerStage, startSignerStage } from '../signer/support/stage.ts';
import type { Driver } from './driver.ts';
import { launch } from './launch.ts';

let firefox: Driver;
let stage: SignerStage;

beforeAll(async () => {
  [firefox, stage] = await Promise.all([launch('firefox'), startSignerStage()]);
}, 180_000);
afterAll(async () => {
  await firefox.close();
  await stage.close();
});

/** Adds a passkey in a frame of another origin; resolves to the type, or the code of the error. */
function addInFrame(): Promise<unknown> {
  const { accountId, emailId } = stage.newAccount();
  const search = new URLSearchParams({ account: accountId, email: emailId });
  return firefox.call(
    firefox.firstTab,
    `const frame = document.createElement('iframe');
     frame.src = args.url;
     const outcome = new Promise((resolve) => {
       addEventListener('message', ({ data }) => resolve(data), { once: true });
     });
     document.body.append(frame);
     return await outcome;`,
    { url: `${stage.signer.origin}/plain?${search}` },
  );
}

it('reports in a real frame that the embedding page does not allow passkeys', async () => {
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
  expect(await addInFrame()).toBe('BLOCKED_IN_FRAME');
});
