import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import type { createWallet } from '@org/payments-wallet';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send, toRequest } from '../../packages/wallet/test/app/http.ts';
import { createTestRelay } from '../../packages/wallet/test/app/relay.ts';
import { chromiumFlags, findBrowser } from '../../scripts/browser.ts';
import { addAuthenticator } from '../support/one-browser.ts';
import { bundled, pageOf } from './support/stage.ts';

const RP_ID = 'bank.test';
/** Below the relying party's domain. */
const OWN = 'https://app.bank.test';
/** Listed by the relying party. */
const RELATED = 'https://bank-shop.test';
const LOOK_ALIKE = 'https://bamk.test';

/**
 * A certificate of tests for the hosts below `test`, which nothing trusts. Made with
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=tests
 * -addext subjectAltName=DNS:*.test`.
 */
const certificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBiTCCATCgAwIBAgIUdrWhvOOMsR1cqZi7nqRPG1ymTBswCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFdGVzdHMwIBcNMjYxMTIzMDY0MzA0WhgPMjEyNjEwMzAwNjQz
MDRaMBAxDjAMBgNVBAMMBXRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
fUw9vm5I1dYUgCCFyyN9+Rwt0lQvl9gsIsk1hVAj47DoMTPbpib/lF1KJXiP/yPV
APBsTEl2/S/Ns//ygpnK/aNmMGQwHQYDVR0OBBYEFDjrQpijapHM/0D/QgoqNcl0
RMnsMB8GA1UdIwQYMBaAFDjrQpijapHM/0D/QgoqNcl0RMnsMA8GA1UdEwEB/wQF
MAMBAf8wEQYDVR0RBAowCIIGKi50ZXN0MAoGCCqGSM49BAMCA0cAMEQCIA7xQsYV
nK87tjQLbZRLxsiqZdny4yhPWYu+atqQm16uAiAZQGjf6dD3dgaefCJ+EI4SQbOB
m0JfDYbCRc1aPzyW8Q==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkVDop1ufXU+9CeZo
HPpVpWciG4+J/cYosAQEszxrNUuhRANCAAR9TD2+bkjV1hSAIIXLI335HC3SVC+X
2CwiyTWFUCPjsOgxM9umJv+UXUoleI//I9UA8GxMSXb9L82z//KCmcr9
-----END PRIVATE KEY-----`,
} as const;

const mock = createMock({
  now: Date.now,
  passkeyRpIds: [RP_ID],
  passkeyOrigins: [OWN, RELATED, LOOK_ALIKE],
});
const customerId = mock.add.customer().id;
const { account, credential } = mock.add.wallet({ customerId });
/** Several hosts on one port, as a browser reaches them under their names on port 443. */
const server = createServer(certificate);
let browser: Browser;

/** The relay's, and for a look-alike page one that does what its attacker wants. */
async function respondWith(): Promise<(request: Request) => Response | Promise<Response>> {
  const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });
  const relay = createTestRelay({
    payments,
    customerId,
    origin: OWN,
    rpId: RP_ID,
    // The look-alike has taken the relay over: what stops it is the browser.
    relatedOrigins: [RELATED, LOOK_ALIKE],
    now: Date.now,
  });
  return pageOf(
    await bundled('./plain.ts'),
    () => 'Passkeys',
    (request) =>
      request.url.endsWith('/.well-known/webauthn')
        ? Response.json({ origins: [RELATED] })
        : relay.fetch(request),
  );
}

beforeAll(async () => {
  const respond = await respondWith();
  server.on('request', (incoming, outgoing) => {
    const handle = async () => {
      const url = new URL(incoming.url ?? '/', `https://${incoming.headers.host}`);
      await send(await respond(await toRequest(incoming, url)), outgoing);
    };
    handle().catch((error: unknown) => outgoing.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [
      ...chromiumFlags,
      `--host-resolver-rules=MAP *.test:443 127.0.0.1:${port}`,
      // WebAuthn also refuses pages whose certificate the browser does not trust.
      '--ignore-certificate-errors',
    ],
  });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

interface PlainPage {
  readonly createWallet: typeof createWallet;
}

it('signs in with one passkey on the domain, on a related origin, and not on a look-alike', async () => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const authenticator = await addAuthenticator(context, page);
  const goTo = async (origin: string) => {
    await page.goto(origin);
    await page.waitForFunction('window.createWallet !== undefined');
  };
  await goTo(OWN);
  const passkeyId = await page.evaluate(
    async ([accountId = '', emailId = '', rpId = '']) => {
      const { createWallet } = window as unknown as PlainPage;
      const wallet = createWallet({
        relay: '/relay',
        accountId,
        rpId,
        vault: 'memory',
        minimumCheck: 'unreadable',
      });
      await (await wallet.emailOtp(emailId).send()).verify('000000');
      return (await wallet.addPasskey({ nickname: 'Phone' })).id;
    },
    [account.id, credential.id, RP_ID],
  );
  expect(await authenticator.count()).toBe(1);
  const signIn = () =>
    page.evaluate(
      async ([accountId = '', id = '', rpId = '']) => {
        const { createWallet } = window as unknown as PlainPage;
        const wallet = createWallet({ relay: '/relay', accountId, rpId, vault: 'memory' });
        const prepared = await wallet.passkey(id).prepare();
        return prepared.confirm().then(
          ({ type }) => type,
          (error: { code: string }) => error.code,
        );
      },
      [account.id, passkeyId, RP_ID],
    );
  expect(await signIn()).toBe('PASSKEY');
  await goTo(RELATED);
  expect(await signIn()).toBe('PASSKEY');
  await goTo(LOOK_ALIKE);
  expect(await signIn()).toBe('RP_MISMATCH');
});
