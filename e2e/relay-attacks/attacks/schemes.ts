import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { generateClientKey } from '@org/payments-crypto';
import { createAuthenticator } from '@org/payments-mock/testing';
import { expect } from 'vitest';
import { counted, type Scheme, scheme, times, valuables } from '../support/attack.ts';
import {
  type AttackedPlatform,
  CODES_ALLOWED,
  VERIFICATIONS_ALLOWED,
} from '../support/attacked-platform.ts';
import { Browser } from '../support/browser.ts';
import { MOUNT, ORIGIN, relayOf, serveRelay } from '../support/relay-server.ts';

/** Headers with a meaning for the service, or for proxies on the way. */
const smuggled = {
  authorization: 'Basic ZXZpbDpldmls',
  'service-wallet-signature': 'sandbox-valid-signature',
  'request-id': 'Request:00000000-0000-4000-8000-000000000000',
  'idempotency-key': 'stolen',
  'x-http-method-override': 'DELETE',
  'x-original-url': '/2025-10-13/cards',
  'x-forwarded-for': '127.0.0.1',
  forwarded: 'for=127.0.0.1',
  traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
};

/** Writes raw bytes to the relays' socket, as no browser would. */
async function raw(
  { port }: AttackedPlatform,
  lines: readonly string[],
  body: string,
): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const response = (await buffer(socket)).toString('latin1');
  return Number(response.split(' ', 2)[1]);
}

const door = [`POST ${MOUNT}/v1/account HTTP/1.1`, 'host: app.example.com', `origin: ${ORIGIN}`];

/** Attacks that may partly succeed. */
export const schemes: readonly Scheme[] = [
  ...scheme('smuggled headers', {
    'reach the service in no leg': async ({ ada, upstream, mock }) => {
      const session = await ada.signIn();
      const request = { action: 'freezeCard', input: { cardId: ada.cardId } };
      const begun = await ada.browser.send('actionBegin', request, { headers: smuggled });
      expect(begun.status).toBe(200);
      const { ticket, payloadToSign } = JSON.parse(begun.text);
      const stamp = await session.key.stamp(payloadToSign);
      const ended = await ada.browser.send(
        'actionComplete',
        { ticket, stamp },
        { headers: smuggled },
      );
      expect(ended.status).toBe(200);
      const values = Object.values(smuggled);
      const seen = upstream.flatMap(({ headers }) => Object.values(headers).map(String));
      expect(seen.filter((value) => values.includes(value))).toEqual([]);
      expect(upstream.flatMap(({ headers }) => headers.cookie ?? [])).toEqual([]);
      const challenges = mock.requests.filter(({ operation }) => operation === 'cards.update');
      expect(challenges.map(({ leg, status }) => [leg, status])).toEqual([
        [1, 202],
        [2, 200],
      ]);
    },
    'by two lengths of one body': async (platform) => {
      const before = platform.upstream.length;
      const both = [...door, 'content-length: 2', 'transfer-encoding: chunked'];
      expect(await raw(platform, both, '0\r\n\r\n')).toBe(400);
      const twice = [...door, 'content-length: 2', 'content-length: 20'];
      expect(await raw(platform, twice, '{}')).toBe(400);
      expect(platform.upstream).toHaveLength(before);
    },
    'by a line break in a stamp': async ({ ada, upstream }) => {
      await ada.signIn();
      const request = { action: 'freezeCard', input: { cardId: ada.cardId } };
      const { ticket } = await ada.browser.begin('actionBegin', request);
      const before = upstream.length;
      const stamp = 'abc\r\nauthorization: Basic ZXZpbDpldmls';
      const { status } = await ada.browser.send('actionComplete', { ticket, stamp });
      expect([status, upstream.length]).toEqual([400, before]);
    },
  }),
  ...scheme('a body changed between the legs', {
    'changes nothing: leg 2 is what was sealed': async ({ ada, upstream }) => {
      const session = await ada.signIn();
      const action = { action: 'setPrivacy', input: { privateEnabled: true } };
      const { ticket, payloadToSign } = await ada.browser.begin('actionBegin', action);
      const stamp = await session.key.stamp(payloadToSign);
      const more = { input: { privateEnabled: false }, action: 'freezeCard', body: '{}', step: {} };
      const { status, text } = await ada.browser.send('actionComplete', { ticket, stamp, ...more });
      expect([status, JSON.parse(text).result.privateEnabled]).toEqual([200, true]);
      const legs = upstream.filter(({ method }) => method === 'PATCH');
      expect(legs.map(({ body }) => body.toString())).toEqual(
        Array(2).fill('{"privateEnabled":true}'),
      );
    },
  }),
  ...scheme('one ticket, completed in parallel', {
    'ten times at both relays, is applied once': async (platform) => {
      const { ada, mock } = platform;
      const session = await ada.signIn();
      const request = { action: 'freezeCard', input: { cardId: ada.cardId } };
      const { ticket, payloadToSign } = await ada.browser.begin('actionBegin', request);
      const stamp = await session.key.stamp(payloadToSign);
      const responses = await times(10, () =>
        ada.browser.send('actionComplete', { ticket, stamp }),
      );
      expect(counted(responses.map(({ status }) => status))).toEqual({ 200: 1, 401: 9 });
      const applied = mock.requests.filter(({ leg, status }) => leg === 2 && status === 200);
      expect(applied).toHaveLength(1);
    },
    'a registration begun ten times, is begun once': async ({ ada, mock }) => {
      const authenticator = createAuthenticator({ origin: ORIGIN, rpId: 'app.example.com' });
      const nickname = 'Phone';
      const { options, ticket } = await ada.browser.call('passkeyOptions', { nickname });
      const attestation = await authenticator.register(options);
      const body = { ticket, nickname, attestation };
      const responses = await times(10, () => ada.browser.send('passkeyBegin', body));
      expect(counted(responses.map(({ status }) => status))).toEqual({ 200: 1, 400: 9 });
      const begun = mock.requests.filter(({ operation }) => operation === 'credentials.create');
      expect(begun).toHaveLength(1);
    },
  }),
  ...scheme('a flood', {
    'of codes, at both relays': async (platform) => {
      const { ada, mock } = platform;
      const before = valuables(platform);
      const body = { id: ada.credentialId };
      const responses = await times(40, () => ada.browser.send('challenge', body));
      const statuses = counted(responses.map(({ status }) => status));
      expect(statuses).toEqual({ 200: CODES_ALLOWED, 429: 40 - CODES_ALLOWED });
      expect(mock.outbox).toHaveLength(CODES_ALLOWED);
      const refused = responses.find(({ status }) => status === 429);
      const { code, retryAfter } = JSON.parse(refused?.text ?? '{}');
      expect([code, refused?.headers.get('retry-after')]).toEqual([
        'RATE_LIMITED',
        String(retryAfter),
      ]);
      expect(retryAfter).toBeGreaterThan(0);
      expect(valuables(platform)).toBe(before);
    },
    'of guesses at a code, at both relays': async (platform) => {
      const { ada, mock } = platform;
      await ada.browser.call('challenge', { id: ada.credentialId });
      const before = valuables(platform);
      const { publicKey: clientPublicKey } = await generateClientKey();
      const right = mock.outbox.at(-1)?.code ?? '';
      const guess = (index: number) => {
        const otp = String(index).padStart(6, '0');
        const wrong = otp === right ? '999999' : otp;
        const body = { type: 'EMAIL_OTP', id: ada.credentialId, otp: wrong, clientPublicKey };
        return ada.browser.send('verify', body);
      };
      const responses = await times(40, guess);
      const statuses = counted(responses.map(({ status }) => status));
      expect(statuses).toEqual({ 401: VERIFICATIONS_ALLOWED, 429: 40 - VERIFICATIONS_ALLOWED });
      const tried = mock.requests.filter(({ operation }) => operation === 'credentials.verify');
      expect(tried).toHaveLength(VERIFICATIONS_ALLOWED);
      expect(valuables(platform)).toBe(before);
    },
    'leaves other users alone': async ({ ada, eve }) => {
      await times(10, () => ada.browser.send('challenge', { id: ada.credentialId }));
      expect((await eve.browser.send('challenge', { id: eve.credentialId })).status).toBe(200);
    },
  }),
  ...scheme('answers', {
    'hold no key, code or credential of the platform': async ({ ada, setup, mock }) => {
      const session = await ada.signIn();
      const responses = [
        await ada.browser.send('account', {}),
        await ada.browser.send('challenge', { id: ada.credentialId }),
        await ada.browser.send('actionBegin', {
          action: 'freezeCard',
          input: { cardId: ada.cardId },
        }),
        await ada.browser.send('revokeBegin', { id: session.id }),
      ];
      const { clientSecret, tokenId } = setup.connection;
      const code = mock.outbox.at(-1)?.code ?? '';
      for (const { status, text } of responses) {
        expect(status).toBe(200);
        expect([clientSecret, tokenId, code].filter((secret) => text.includes(secret))).toEqual([]);
        expect(text).not.toContain('encryptedSessionSigningKey');
      }
    },
    'to a refused credential of the platform do not mention it': async (platform) => {
      const { setup, ada } = platform;
      const connection = { ...setup.connection, clientSecret: 'revoked-client-secret' };
      const server = await serveRelay(relayOf({ ...setup, connection }));
      const { status, text } = await new Browser(server.url, 'ada').send('account', {});
      await server.close();
      expect([status, JSON.parse(text).code]).toEqual([500, 'INTERNAL_ERROR']);
      expect(text).not.toMatch(/credential|token|secret|basic/i);
      expect((await ada.browser.send('account', {})).status).toBe(200);
    },
  }),
];
