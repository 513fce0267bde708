import { memoryAuditLog } from '@org/payments-mcp';
import type { FaultEffect as Effect } from '@org/payments-mock';
import { expect, test } from 'vitest';
import { call, connectInMemory, type Person, serverOf, stage } from './stage.ts';

const lose = { kind: 'lose-reply' } as const;
const refusals: readonly (readonly [code: string, effect: Effect])[] = [
  ['CONFLICT', { kind: 'answer', status: 409, code: 'CONFLICT' }],
  ['RATE_LIMITED', { kind: 'answer', status: 429, code: 'RATE_LIMITED' }],
  ['FORBIDDEN', { kind: 'answer', status: 403, code: 'FORBIDDEN' }],
];

/** A transfer that was applied and whose response was lost, and how it is sent again. */
async function lostTransfer(person: Person = () => ({ action: 'accept' })) {
  const setting = stage();
  const audit = memoryAuditLog();
  const options = { platform: setting.payments, allowWrites: true, audit } as const;
  const start = () =>
    serverOf({ ...options, permissions: ['VIEW', 'TRANSACT', 'MANAGE'], secondCall: false });
  const client = await connectInMemory(start(), person);
  const input = { ...setting.transfer, amount: 100_00, idempotencyKey: 'inv-1' };
  const fail = (effect: Effect) =>
    setting.mock.faults.add({ operation: 'transfers.createOut', effect });
  fail(lose);
  const lost = await call(client, 'transfers_create_out', input);
  expect(lost.value).toMatchObject({ outcome: 'unknown' });
  const again = (on = client) => call(on, 'transfers_create_out', input);
  return { ...setting, audit, client, start, fail, input, again, lost };
}

test.each(refusals)(
  'a lost payment stays unknown if its repeat is refused with %s',
  async (code, effect) => {
    const { fail, again, audit, balance } = await lostTransfer();
    fail(effect);
    const refused = await again();
    expect(refused).toMatchObject({
      isError: true,
      value: {
        outcome: 'unknown',
        idempotencyKey: 'inv-1',
        error: { code: 'OUTCOME_UNKNOWN', retryable: true, cause: { code } },
      },
    });
    expect(refused.text).toMatch(/^OUTCOME_UNKNOWN: /);
    expect(refused.text).toContain(code);
    expect(refused.text).toContain('the same `idempotencyKey`');
    expect(audit.records.at(-1)).toMatchObject({ event: 'unknown', code });
    // Its key is still in use: another payment cannot be sent with it.
    expect((await again()).value).toMatchObject({ status: expect.any(String) });
    expect(await balance()).toBe(900_00);
  },
);

test('nor if the person refuses the repeat', async () => {
  let isAccepting = true;
  const { again } = await lostTransfer(() => ({ action: isAccepting ? 'accept' : 'decline' }));
  isAccepting = false;
  const { value, text } = await again();
  expect(value).toMatchObject({ outcome: 'unknown', error: { code: 'CONFIRMATION_DECLINED' } });
  expect(text).toContain('An earlier call with this `idempotencyKey` was sent');
});

test('a payment that was applied is not reported as refused when it is repeated', async () => {
  const { fail, again, audit, balance } = await lostTransfer();
  const { value: paid } = await again();
  for (const [code, effect] of [...refusals, ['OUTCOME_UNKNOWN', lose] as const]) {
    fail(effect);
    const refused = await again();
    expect(refused).toMatchObject({
      isError: true,
      value: { outcome: 'applied', resourceId: paid.id, error: { code } },
    });
    expect(refused.text).toContain('was applied');
    expect(audit.records.at(-1)).toMatchObject({ event: 'applied', resourceId: paid.id });
  }
  expect(await balance()).toBe(900_00);
});

test('a refused payment is refused, and its key is free for the corrected one', async () => {
  const { client, fail, input } = await lostTransfer();
  const [code, effect] = refusals[0] as (typeof refusals)[number];
  const other = { ...input, idempotencyKey: 'inv-2' };
  fail(effect);
  const refused = await call(client, 'transfers_create_out', other);
  expect(refused.value).toMatchObject({ error: { code } });
  expect(refused.value).not.toHaveProperty('outcome');
  const corrected = { ...other, amount: 50_00 };
  expect((await call(client, 'transfers_create_out', corrected)).isError).toBe(false);
});
