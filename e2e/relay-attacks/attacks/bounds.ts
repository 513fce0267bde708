import { connect } from 'node:net';
import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { expect } from 'vitest';
import { counted, type Scheme, scheme, times } from '../support/attack.ts';
import type { AttackedPlatform } from '../support/attacked-platform.ts';
import { Browser } from '../support/browser.ts';
import { MOUNT, ORIGIN, relayOf, serveRelay } from '../support/relay-server.ts';

/** A separate relay for one scheme. */
async function withRelay(
  { setup }: AttackedPlatform,
  more: object,
  work: (url: string, port: number) => Promise<void>,
): Promise<void> {
  const server = await serveRelay(relayOf({ ...setup, ...more }));
  try {
    await work(server.url, server.port);
  } finally {
    await server.close();
  }
}

/** A limiter that allows a number of calls, for all keys together. */
function refuseAfter(count: number) {
  let remaining = count;
  return async () => {
    remaining -= 1;
    if (remaining < 0) throw { msBeforeNext: 1_000, remainingPoints: 0 };
    return { msBeforeNext: 1_000, remainingPoints: remaining };
  };
}

/** Signs Ada in at a relay, and returns what a refresh needs. */
async function signIn({ ada, mock }: AttackedPlatform, url: string, mount: string = MOUNT) {
  const browser = new Browser(url, 'ada', mount);
  const { credentialId: id } = ada;
  await browser.call('challenge', { id });
  const key = await generateClientKey();
  const { publicKey: clientPublicKey } = key;
  const otp = mock.outbox.at(-1)?.code ?? '';
  const opened = await browser.call('verify', { type: 'EMAIL_OTP', id, otp, clientPublicKey });
  const session = await openSealedKey(opened.encryptedSessionSigningKey, key);
  return { browser, opened, session };
}

/** Attacks that exceed a limit of size, rate or time, or use another path. */
export const bounds: readonly Scheme[] = [
  ...scheme('a flood', {
    'of codes to one address, through many credentials': async ({ ada, mock }) => {
      const wallets = await times(30, async () => mock.add.wallet({ customerId: ada.customerId }));
      const responses = await times(30, async (index) => {
        const { account, credential } = wallets[index] ?? {};
        const request = { id: credential?.id, accountId: account?.id };
        return ada.browser.send('challenge', request);
      });
      // Five at each of the two relays, which count these in memory.
      expect(counted(responses.map(({ status }) => status))).toEqual({ 200: 10, 429: 20 });
      expect(mock.outbox).toHaveLength(10);
    },
    'of calls from one address, not logged in': async (platform) => {
      const rateLimits = { callsPerAddress: { consume: refuseAfter(5), delete: async () => true } };
      await withRelay(platform, { byAddress: true, rateLimits }, async (url) => {
        const responses = await times(20, () => new Browser(url, '').send('account', {}));
        expect(counted(responses.map(({ status }) => status))).toEqual({ 401: 5, 429: 15 });
      });
    },
    'of reads at the service, by one call': async ({ ada, mock, upstream }) => {
      for (let count = 0; count < 90; count += 1) mock.add.wallet({ customerId: ada.customerId });
      const before = upstream.length;
      const { status, text } = await ada.browser.send('challenge', { id: 'AuthMethod:guess' });
      expect([status, JSON.parse(text).code]).toEqual([400, 'INVALID_INPUT']);
      expect(upstream.length - before).toBeLessThanOrEqual(20);
    },
    'of bodies, not logged in': async (platform) => {
      await withRelay(platform, {}, async (_url, port) => {
        const head = [`POST ${MOUNT}/v1/account HTTP/1.1`, 'host: a', `origin: ${ORIGIN}`];
        const lines = [...head, 'content-type: application/json', 'transfer-encoding: chunked'];
        const statuses = await times(100, async () => {
          const socket = connect(port, '127.0.0.1');
          socket.on('error', () => undefined);
          socket.write(`${lines.join('\r\n')}\r\n\r\n100000\r\n${' '.repeat(500_000)}`);
          const bytes = await new Promise<Buffer>((resolve) => {
            socket.once('data', resolve);
          });
          socket.destroy();
          return Number(bytes.toString().split(' ', 2)[1]);
        });
        expect(counted(statuses)).toEqual({ 401: 100 });
      });
    },
  }),
  ...scheme('a body without end', {
    'is cut off by the relay': async (platform) => {
      await withRelay(platform, {}, async (_url, port) => {
        const socket = connect(port, '127.0.0.1');
        const head = [`POST ${MOUNT}/v1/account HTTP/1.1`, 'host: a', `origin: ${ORIGIN}`];
        const lines = [...head, 'content-type: application/json', 'transfer-encoding: chunked'];
        socket.write(`${lines.join('\r\n')}\r\ncookie: session=ada\r\n\r\n`);
        let isOpen = true;
        const closed = new Promise<void>((resolve) => {
          socket.once('close', () => {
            isOpen = false;
            resolve();
          });
        });
        socket.on('error', () => undefined);
        socket.resume();
        const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
        const send = () => {
          while (isOpen && socket.write(chunk));
          if (isOpen) socket.once('drain', send);
        };
        send();
        await closed;
      });
    },
  }),
  ...scheme('a ticket of another mount', {
    'is not completed': async (platform) => {
      await withRelay(platform, { mount: undefined }, async (url) => {
        const { browser, session } = await signIn(platform, url, '/staff');
        const request = { action: 'freezeCard', input: { cardId: platform.ada.cardId } };
        const { ticket, payloadToSign } = await browser.begin('actionBegin', request);
        const stamp = await session.stamp(payloadToSign);
        const complete = (mount: string) =>
          new Browser(url, 'ada', mount).send('actionComplete', { ticket, stamp });
        const people = await complete('/people');
        expect([people.status, JSON.parse(people.text).code]).toEqual([400, 'TICKET_INVALID']);
        expect((await complete('/staff')).status).toBe(200);
      });
    },
  }),
  ...scheme('a session', {
    'is not refreshed more often than the platform allows': async (platform) => {
      await withRelay(platform, { maxRefreshes: 1 }, async (url) => {
        const { browser, opened, session } = await signIn(platform, url);
        const refresh = async (id: string, lineage: string | undefined) => {
          const key = await generateClientKey();
          const request = { id, clientPublicKey: key.publicKey, lineage };
          return { key, response: await browser.send('refreshBegin', request) };
        };
        const without = await refresh(opened.id, undefined);
        expect(JSON.parse(without.response.text).code).toBe('SIGN_IN_REQUIRED');
        const { key, response } = await refresh(opened.id, opened.lineage);
        const { ticket, payloadToSign } = JSON.parse(response.text);
        const stamp = await session.stamp(payloadToSign);
        const { result } = await browser.call('refreshComplete', { ticket, stamp });
        await openSealedKey(result.encryptedSessionSigningKey, key);
        for (const lineage of [result.lineage, opened.lineage, undefined]) {
          const { status, text } = (await refresh(result.id, lineage)).response;
          expect([status, JSON.parse(text).code]).toEqual([401, 'SIGN_IN_REQUIRED']);
        }
      });
    },
    'is not refreshed by default when the browser leaves out its lineage': async (platform) => {
      await withRelay(platform, {}, async (url) => {
        const { browser, opened } = await signIn(platform, url);
        const other = await signIn(platform, url);
        const clientPublicKey = (await generateClientKey()).publicKey;
        for (const lineage of [undefined, other.opened.lineage, 'a.b.c.d.e']) {
          const request = { id: opened.id, clientPublicKey, lineage };
          const { status, text } = await browser.send('refreshBegin', request);
          expect([status, JSON.parse(text).code]).toEqual([401, 'SIGN_IN_REQUIRED']);
        }
        const request = { id: opened.id, clientPublicKey, lineage: opened.lineage };
        expect((await browser.send('refreshBegin', request)).status).toBe(200);
      });
    },
    'that was lost is listed, and ended by another session of the user': async ({ ada }) => {
      const lost = await ada.signIn();
      const own = await ada.signIn();
      const { sessions } = await ada.browser.call('account', {});
      expect(sessions.map(({ id }) => id)).toEqual(expect.arrayContaining([lost.id, own.id]));
      const { ticket, payloadToSign } = await ada.browser.begin('revokeBegin', { id: lost.id });
      const stamp = await own.key.stamp(payloadToSign);
      await ada.browser.call('revokeComplete', { ticket, stamp });
      const remaining = await ada.browser.call('account', {});
      expect(remaining.sessions.map(({ id }) => id)).toEqual([own.id]);
      const request = { action: 'freezeCard', input: { cardId: ada.cardId } };
      const begun = await ada.browser.begin('actionBegin', request);
      const stale = await lost.key.stamp(begun.payloadToSign);
      const { status } = await ada.browser.send('actionComplete', {
        ticket: begun.ticket,
        stamp: stale,
      });
      expect(status).toBe(401);
    },
  }),
];
