import { TimeoutError } from '@org/payments-sdk';
import { expect, test, vi } from 'vitest';
import { card, challenge, json } from '../../sdk/test/scripted-service.ts';
import type { RelayCall } from '../src/protocol/index.ts';
import { refusalOf } from '../src/refusals/error-refusals.ts';
import { RelayRefusal } from '../src/refusals/refusal.ts';
import { assertionOf, registrationOf } from './attestation.ts';
import { CLIENT_KEY, callRelay, testRelay } from './call-relay.ts';
import { type Answers, openedSession, twoLegs } from './fake-platform.ts';

const sentAt = '2026-01-05T09:00:00Z';
const codeOf = (error: unknown) => refusalOf(error).code;

/** Loads modules again, as the CommonJS form beside the ES modules does. */
async function anotherCopy() {
  vi.resetModules();
  const [sdk, refusals, relay] = await Promise.all([
    import('@org/payments-sdk'),
    import('../src/refusals/refusal.ts'),
    import('./call-relay.ts'),
  ]);
  expect(sdk.TimeoutError).not.toBe(TimeoutError);
  return { ...sdk, ...refusals, ...relay };
}

test('the relay recognizes the errors of another copy of the package', async () => {
  const their = await anotherCopy();
  expect(codeOf(new their.OutcomeUnknownError({ sentAt }))).toBe('OUTCOME_UNKNOWN');
  const accepted = Object.defineProperty(new their.ContractError('x', { status: 200 }), 'outcome', {
    value: 'applied',
  });
  expect(codeOf(accepted)).toBe('OUTCOME_UNKNOWN');
  expect(codeOf(new their.TimeoutError('timeout', 1))).toBe('SERVICE_UNAVAILABLE');
  const conflict = new their.ConflictError({ status: 409, code: 'CONFLICT', message: 'x' });
  expect(codeOf(conflict)).toBe('CONFLICT');
  const unauthorized = new their.UnauthorizedError({
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'x',
  });
  expect(codeOf(unauthorized)).toBe('UNAUTHORIZED');
  const wrongInput = new their.InvalidRequestError([{ path: 'id', message: 'x' }]);
  expect(codeOf(wrongInput)).toBe('INVALID_INPUT');
});

test('the relay responds with a refusal of another copy of the package', async () => {
  const their = await anotherCopy();
  expect(their.RelayRefusal).not.toBe(RelayRefusal);
  const thrown = new their.RelayRefusal(409, 'TOO_MANY_SOURCES', { retryAfter: 1_500 });
  expect(thrown).toBeInstanceOf(RelayRefusal);
  expect(refusalOf(thrown)).toMatchObject({ status: 409, code: 'TOO_MANY_SOURCES' });
  expect(JSON.parse(JSON.stringify(refusalOf(thrown)))).toEqual({
    code: 'TOO_MANY_SOURCES',
    retryAfter: 2,
  });
  const impostor = Object.assign(new Error('x'), { name: 'RelayRefusal', status: 200 });
  expect(refusalOf(impostor)).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
});

const id = 'AuthMethod:ada-key';
const assertion = assertionOf();
const { encryptedSessionSigningKey: _sealed, ...listed } = openedSession;
const created = { ...listed, id: 'AuthMethod:new', type: 'PASSKEY', nickname: 'Laptop' };
const asked = { ...challenge, challenge: 'Y2hhbGxlbmdl' };
const answers: Answers = {
  [`POST /auth/credentials/${id}/challenge`]: () => json(200, asked),
  [`POST /auth/credentials/${id}/verify`]: () => json(200, openedSession),
  'PATCH /cards/Card:ada': twoLegs(() => json(200, { ...card, id: 'Card:ada' })),
  'POST /auth/credentials': twoLegs(() => json(201, { ...created, credentialId: 'AQID' })),
  'GET /auth/sessions': () => json(200, { data: [listed] }),
  'POST /auth/sessions/Session:new/refresh': twoLegs(() => json(201, openedSession)),
};

test('processes with one secret, which share nothing else, complete what another one began', async () => {
  const relays = [testRelay(answers).relay, (await anotherCopy()).testRelay(answers).relay];
  const relay = {
    fetch(request: Request) {
      relays.reverse();
      return (relays[0] as (typeof relays)[number]).fetch(request);
    },
  };
  const call = async (name: RelayCall, body: object) => {
    const response = await callRelay(relay, name, body);
    expect([name, response.body.code]).toEqual([name, undefined]);
    return response.body as Record<string, string>;
  };
  const stamp = 'c3RhbXA';
  const complete = async (name: 'action' | 'passkey' | 'refresh', body: object) => {
    const { ticket } = await call(`${name}Begin`, body);
    return call(`${name}Complete`, { ticket, stamp });
  };
  const { ticket } = await call('challenge', { id, clientPublicKey: CLIENT_KEY });
  const { lineage } = await call('verify', { type: 'PASSKEY', id, ticket, assertion });
  const freeze = { action: 'freezeCard', input: { cardId: 'Card:ada' } };
  expect(await complete('action', freeze)).toMatchObject({ result: { id: 'Card:ada' } });
  const registration = { ...(await registrationOf(relay, {}, lineage)), lineage };
  expect(await complete('passkey', registration)).toMatchObject({ result: { type: 'PASSKEY' } });
  const session = { id: 'Session:new', clientPublicKey: CLIENT_KEY, lineage };
  expect(await complete('refresh', session)).toMatchObject({ result: { id: 'Session:new' } });
});
