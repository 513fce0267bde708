import { createMock, type Mock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createAuthenticator } from '@org/payments-mock/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../../support/database-servers.ts';
import { Browser } from '../support/browser.ts';
import {
  ORIGIN,
  type RelayProcess,
  type RelaySetup,
  roundRobin,
  startRelayProcess,
} from '../support/processes.ts';

const rpId = new URL(ORIGIN).hostname;
let closers: (() => Promise<void>)[] = [];
let redis: RedisServer;
let mock: Mock;
let setup: RelaySetup;
let id: string;

beforeEach(async () => {
  redis = await startRedis();
  mock = createMock({ now: Date.now, passkeyOrigins: [ORIGIN], passkeyRpIds: [rpId] });
  const { account, credential } = mock.add.wallet();
  id = credential.id;
  const service = await listen(mock);
  setup = {
    connection: service.connection,
    secret: 'the secret of both processes, for tests only',
    users: [{ id: 'ada', customerId: account.customerId ?? '' }],
  };
  closers = [redis.stop, service.close];
});

afterEach(async () => {
  for (const close of closers.reverse()) await close();
});

async function start(redisPort?: number): Promise<RelayProcess> {
  const relay = await startRelayProcess({ ...setup, redisPort });
  closers.push(relay.stop);
  return relay;
}

async function behindOneDoor(relays: readonly RelayProcess[]): Promise<Browser> {
  const balancer = await roundRobin(relays.map(({ port }) => port));
  closers.push(balancer.close);
  return new Browser(balancer.url, 'ada');
}

async function flood(browser: Browser, count = 20): Promise<Record<number, number>> {
  const sent = Array.from({ length: count }, () => browser.send('challenge', { id }));
  const statuses: Record<number, number> = {};
  for (const { status } of await Promise.all(sent)) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

describe('two relay processes', () => {
  it('share their count of codes through Redis, and count separately without it', async () => {
    const together = await behindOneDoor([await start(redis.port), await start(redis.port)]);
    expect(await flood(together)).toEqual({ 200: 5, 429: 15 });
    expect(mock.outbox).toHaveLength(5);
    const apart = await behindOneDoor([await start(), await start()]);
    expect(await flood(apart)).toEqual({ 200: 10, 429: 10 });
  });

  it('keep the count over a restart', async () => {
    const first = await start(redis.port);
    expect(await flood(await behindOneDoor([first]), 5)).toEqual({ 200: 5 });
    const second = await start(redis.port);
    expect(await flood(await behindOneDoor([second]), 5)).toEqual({ 429: 5 });
  });

  it('accept a registration challenge once between them', async () => {
    const browser = await behindOneDoor([await start(redis.port), await start(redis.port)]);
    const nickname = 'Phone';
    const { options, ticket } = await browser.call('passkeyOptions', { nickname });
    const attestation = await createAuthenticator({ origin: ORIGIN, rpId }).register(options);
    const body = { ticket, nickname, attestation };
    const answers = await Promise.all([1, 2].map(() => browser.send('passkeyBegin', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('send no code while Redis cannot count it', async () => {
    const browser = await behindOneDoor([await start(redis.port)]);
    expect((await browser.send('challenge', { id })).status).toBe(200);
    await redis.stop();
    const refusal = await browser.send('challenge', { id });
    const text = await refusal.text();
    expect([refusal.status, JSON.parse(text).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(text).not.toMatch(/redis/i);
    expect(mock.outbox).toHaveLength(1);
  });
});
