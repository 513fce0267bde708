import { createSign } from 'node:crypto';
import { type EventType, eventRows } from '@org/payments-contract';
import { createMock } from '@org/payments-mock';
import { expect, test } from 'vitest';
import { oneStepChanges, sampled } from '../../../contract/test/one-step-changes.ts';
import { keys, sign } from '../../test/webhooks/samples.ts';
import type { TestEvent } from './testing/index.ts';
import { type UnwrapOptions, unwrap } from './unwrap.ts';
import { WebhookError } from './webhook-error.ts';

const types = eventRows().flatMap((row) => row.types as readonly EventType[]);

/** An event of each type, as the service sends it. */
function eventOf(type: EventType): TestEvent {
  const mock = createMock();
  mock.webhooks.trigger(type);
  const event = mock.eventsOf(type).at(-1);
  if (event === undefined) throw new Error(`The mock does not emit ${type}.`);
  return structuredClone(event) as unknown as TestEvent;
}

function optionsFor({ timestamp }: TestEvent): UnwrapOptions {
  return { publicKeys: keys.publicKey, clock: { now: () => Date.parse(String(timestamp)) } };
}

/** The end of a delivery: its event, or the code of the refusal. */
async function endOf(delivery: Promise<unknown>): Promise<unknown> {
  try {
    return { event: await delivery };
  } catch (error) {
    if (error instanceof WebhookError) return error.code;
    throw error;
  }
}

const MISMATCH = 'WEBHOOK_SIGNATURE_MISMATCH';
const MALFORMED = 'WEBHOOK_SIGNATURE_MALFORMED';

test.each(types)('%s: no text but the signed one is accepted', async (type) => {
  const event = eventOf(type);
  const options = optionsFor(event);
  const { body, headers } = await sign(event);
  expect(await endOf(unwrap(body, headers, options))).toEqual({ event });
  const steps = oneStepChanges(event);
  expect(new Set(steps.map(({ kind }) => kind)).size).toBeGreaterThan(6);
  for (const { name, text } of sampled(steps, 12)) {
    expect([name, await endOf(unwrap(text, headers, options))]).toEqual([name, MISMATCH]);
  }
});

test.each(types)('%s: no signature but that of the text is accepted', async (type) => {
  const event = eventOf(type);
  const options = optionsFor(event);
  const { body, headers } = await sign(event);
  const other = await sign({ ...event, id: `${event.id}x` });
  const name = 'x-service-signature';
  const [ours = '', theirs = ''] = [headers[name], other.headers[name]];
  const cases: readonly (readonly [string, Parameters<typeof unwrap>[1], string])[] = [
    ['that of another event', other.headers, MISMATCH],
    ['the right one twice', { [name]: [ours, ours] }, MALFORMED],
    ['the right one first', { [name]: [ours, theirs] }, MALFORMED],
    ['the right one last', { [name]: [theirs, ours] }, MALFORMED],
    ['names in two cases', { [name]: ours, [name.toUpperCase()]: ours }, MALFORMED],
    [
      'Headers with two',
      new Headers([
        [name, ours],
        [name, ours],
      ]),
      MALFORMED,
    ],
    ['none', {}, 'WEBHOOK_SIGNATURE_MISSING'],
  ];
  for (const [what, given, code] of cases) {
    expect([what, await endOf(unwrap(body, given, options))]).toEqual([what, code]);
  }
});

test('no character of a signature can be another one', async () => {
  const event = eventOf('CARD.STATE_CHANGE');
  const { body, headers } = await sign(event, { header: 'bare' });
  const signature = headers['x-service-signature'] ?? '';
  for (const [index, character] of [...signature].entries()) {
    const other = character === 'A' ? 'B' : 'A';
    const changed = signature.slice(0, index) + other + signature.slice(index + 1);
    const end = await endOf(unwrap(body, { 'x-service-signature': changed }, optionsFor(event)));
    expect([MISMATCH, MALFORMED]).toContain(end);
  }
});

/**
 * What the service itself signs is delivered as it is, or refused. Harmless by rule: any `data`,
 * which callers read with types that allow for drift; another id, type or time, which the service
 * may choose.
 */
test.each(types)('%s: an envelope that the service signed is usable or refused', async (type) => {
  const event = eventOf(type);
  const options = optionsFor(event);
  const envelope = oneStepChanges(event).filter(({ path }) => !path.startsWith('data'));
  for (const { name, text } of sampled(envelope, 12)) {
    const signature = createSign('sha256').update(text).sign(keys.privateKey, 'base64');
    const end = await endOf(unwrap(text, { 'x-service-signature': signature }, options));
    if (typeof end === 'string') {
      expect([name, end]).toEqual([
        name,
        expect.stringMatching(/ENVELOPE_INVALID|EVENT_|NOT_JSON/),
      ]);
      continue;
    }
    expect([name, end]).toEqual([name, { event: JSON.parse(text) }]);
    const { event: delivered } = end as { event: Record<'id' | 'type' | 'timestamp', unknown> };
    for (const field of ['id', 'type', 'timestamp'] as const) {
      expect([name, delivered[field]]).toEqual([name, expect.stringMatching(/./)]);
    }
  }
});
