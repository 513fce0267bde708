import { afterEach, describe, expect, test, vi } from 'vitest';
import { card, json, scriptedClient } from '../../test/scripted-service.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const get = { id: 'Card:1' };

describe('PAYMENTS_LOG', () => {
  test('logs to the console at its level, with the request id of the service', async () => {
    vi.stubEnv('PAYMENTS_LOG', 'DEBUG');
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { payments } = scriptedClient([json(200, card, { 'request-id': 'Request:9' })]);
    await payments.cards.get(get);
    expect(debug).toHaveBeenCalledWith(
      'payments: cards.get attempt.end',
      expect.objectContaining({ status: 200, requestId: 'Request:9' }),
    );
  });

  test('does not replace a level of the options, and logs nothing when it is not set', async () => {
    const logger = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    await scriptedClient([json(200, card)]).payments.cards.get(get);
    expect(log).not.toHaveBeenCalled();
    vi.stubEnv('PAYMENTS_LOG', 'debug');
    await scriptedClient([json(200, card)], { logger, logLevel: 'info' }).payments.cards.get(get);
    expect([logger.info.mock.calls.length, logger.debug.mock.calls.length]).toEqual([1, 0]);
  });

  test('must be a level', async () => {
    vi.stubEnv('PAYMENTS_LOG', 'verbose');
    const { payments, received } = scriptedClient([]);
    await expect(payments.cards.get(get)).rejects.toThrow(ConfigurationError);
    expect(received).toEqual([]);
  });

  test('never shows a request id that holds other text', async () => {
    const seen: unknown[] = [];
    const { payments } = scriptedClient([json(200, card, { 'request-id': 'a b' })], {
      observers: [(event) => event.type === 'attempt.end' && seen.push(event.requestId)],
    });
    await payments.cards.get(get);
    expect(seen).toEqual([undefined]);
  });
});

test('null removes a header of the client, from one call or from all', async () => {
  const headers = { 'X-Team': 'payouts', 'X-Kept': 'yes' };
  const { payments, received } = scriptedClient([json(200, card), json(200, card)], { headers });
  await payments.cards.get(get, { headers: { 'x-team': null, 'user-agent': null } });
  await payments.withOptions({ headers: { 'X-TEAM': null } }).cards.get(get);
  expect(received.map((request) => request.headers.get('x-team'))).toEqual([null, null]);
  expect(received.map((request) => request.headers.get('x-kept'))).toEqual(['yes', 'yes']);
  expect(received[0]?.headers.get('user-agent') ?? '').not.toMatch(/payments-sdk/);
  expect(received[1]?.headers.get('user-agent')).toMatch(/payments-sdk/);
  await expect(payments.cards.get(get, { headers: { authorization: null } })).rejects.toThrow(
    /options/,
  );
});

test('the response names the request as the service does', async () => {
  const replies = [json(200, card, { 'request-id': 'Request:9' }), json(200, card)];
  const { payments } = scriptedClient(replies);
  const first = await payments.cards.get(get).withResponse();
  const second = await payments.cards.get(get).withResponse();
  expect([first.response.requestId, second.response.requestId]).toEqual(['Request:9', undefined]);
});
