import { memoryAuditLog } from '@org/payments-mcp';
import { createPaymentsClient } from '@org/payments-sdk';
import { memoryJournal } from '@org/payments-sdk/journal';
import { describe, expect, test } from 'vitest';
import { desk } from './desk.ts';
import { call, connectInMemory, serverOf, stage } from './stage.ts';

describe.each([
  ['refuses a used key', 'strict', undefined, 1],
  ['repeats its first response', 'lenient', 'unknown', 3],
] as const)('where the service %s', (_what, idempotency, outcome, status) => {
  test('an assistant learns that its payment is another one', async () => {
    const { mock, payments, shared, transfer, balance } = stage({ idempotency });
    const { tokenId, clientSecret } = mock.connection;
    // Its journal does not have the first payment.
    const journal = memoryJournal();
    const platform = createPaymentsClient({ ...shared, journal, tokenId, clientSecret });
    const input = { ...transfer, amount: 100_00, idempotencyKey: 'inv-1' };
    const first = await payments.transfers.createOut(input);
    const audit = memoryAuditLog();
    const server = serverOf({ platform, allowWrites: true, audit });
    const client = await connectInMemory(server, () => ({ action: 'accept' }));
    const paid = await call(client, 'transfers_create_out', { ...input, amount: 200_00 });
    expect(paid).toMatchObject({ isError: true, value: { error: { retryable: false } } });
    expect(paid.value.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(paid.value.outcome).toBe(outcome);
    expect(paid.text).toContain('Do not call again with this key.');
    expect(paid.text).not.toContain('check_outcome');
    if (outcome !== undefined) expect(paid.value.error).toMatchObject({ resourceId: first.id });
    const event = outcome ?? 'failed';
    expect(audit.records.at(-1)).toMatchObject({ event, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await balance()).toBe(900_00);
  });

  test('so does the command', async () => {
    const { run, pay, balance } = await desk(undefined, '', { idempotency });
    const yes = ['--yes', '--idempotency-key', 'inv-1'];
    expect((await run([...pay, ...yes])).code).toBe(0);
    const other = pay.with(-1, '20.00USD');
    const { code, errors } = await run([...other, ...yes]);
    expect(code).toBe(status);
    expect(errors).toContain('IDEMPOTENCY_KEY_REUSED');
    expect(errors).toContain('Do not call again with this key.');
    expect(errors).not.toContain('Send it again');
    expect(await balance()).toBe(990_00);
  });
});
