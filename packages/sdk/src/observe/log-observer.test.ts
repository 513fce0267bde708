import pino from 'pino';
import { expect, test } from 'vitest';
import { card, challenge, json, scriptedClient } from '../../test/scripted-service.ts';
import type { Logger } from './logger.ts';

const update = { id: 'Card:1', state: 'FROZEN' } as const;
const stamper = { stamp: async () => 'stamp-value' };

/** A pino that keeps its lines. */
function lines() {
  const written: Record<string, unknown>[] = [];
  const write = (line: string) => written.push(JSON.parse(line));
  return { written, logger: pino({ level: 'debug' }, { write }) };
}

test.each([
  ['pino', (logger: pino.Logger) => logger],
  ['a child of pino', (logger: pino.Logger) => logger.child({ part: 'payments' })],
])('%s gets the fields first, so that its lines have them', async (_what, of) => {
  const { written, logger } = lines();
  const { payments } = scriptedClient([json(200, card, { 'request-id': 'Request:9' })], {
    logger: of(logger),
    logLevel: 'debug',
  });
  await payments.cards.get({ id: 'Card:1' });
  expect(written.map(({ msg, call, requestId }) => [msg, typeof call, requestId])).toEqual([
    ['payments: cards.get call.start', 'number', undefined],
    ['payments: cards.get attempt.start', 'number', undefined],
    ['payments: cards.get attempt.end', 'number', 'Request:9'],
    ['payments: cards.get call.end', 'number', 'Request:9'],
  ]);
});

test('another logger gets the message first', async () => {
  const written: unknown[] = [];
  const log = (...values: unknown[]) => written.push(values);
  const logger: Logger = { error: log, warn: log, info: log, debug: log };
  const { payments } = scriptedClient([json(200, card)], { logger, logLevel: 'info' });
  await payments.cards.get({ id: 'Card:1' });
  expect(written).toEqual([
    ['payments: cards.get call.end', expect.objectContaining({ error: undefined })],
  ]);
});

test('lines after a challenge have its id', async () => {
  const { written, logger } = lines();
  const { payments } = scriptedClient([json(202, challenge), json(200, card)], {
    logger,
    logLevel: 'debug',
  });
  await payments.cards.update(update, { stamper });
  const ids = written.slice(2).map(({ requestId }) => requestId);
  expect(new Set(ids)).toEqual(new Set([challenge.requestId]));
  expect(ids).toHaveLength(6);
});
