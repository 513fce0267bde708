import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditLog, type AuditRecord, fileAuditLog } from '@org/payments-mcp';
import { expect, onTestFinished, test } from 'vitest';
import { call, connectInMemory, serverOf, stage } from '../test/stage.ts';

function logFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'state', 'audit.jsonl');
}

async function recordsOf(log: AuditLog): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const record of log.read()) records.push(record);
  return records;
}

test('after a restart a payment is known by its key: it is neither denied nor paid again', async () => {
  const { agent, transfer, balance } = stage();
  const path = logFile();
  const input = { ...transfer, amount: 400_00, idempotencyKey: 'invoice-9' };
  const start = () =>
    connectInMemory(serverOf({ agent, audit: fileAuditLog(path) }), () => ({ action: 'accept' }));
  const paid = await call(await start(), 'agent_transfers_create_out', input);
  expect(paid.value).toMatchObject({ status: 'APPROVED' });
  // Against the limits the same payment would be refused: 800.00 of 700.00 a day.
  const again = await call(await start(), 'agent_transfers_create_out', input);
  expect(again.value).toMatchObject({ id: paid.value.id, status: 'APPROVED' });
  expect(await balance()).toBe(600_00);
});

test('a device, a pipe or a folder is not an audit log: nothing is sent, and the server continues', async () => {
  const { payments, transfer, sent, customerId } = stage();
  const pipe = `${logFile()}.pipe`.replace('state/', '');
  execFileSync('mkfifo', [pipe]);
  for (const path of ['/dev/zero', pipe, tmpdir()]) {
    const mcp = serverOf({ platform: payments, allowWrites: true, audit: fileAuditLog(path) });
    const client = await connectInMemory(mcp, () => ({ action: 'accept' }));
    const { value } = await call(client, 'transfers_create_out', { ...transfer, amount: 1_00 });
    expect(value.error).toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
    expect((await call(client, 'customers_get', { customerId })).value.id).toBe(customerId);
  }
  expect(sent('transfers.createOut')).toBe(0);
});

test('the file belongs to its owner, and a record that was cut off does not hide others', async () => {
  const path = logFile();
  const log = fileAuditLog(path);
  const record = {
    at: '2026-01-05T09:00:00.000Z',
    event: 'sent',
    callId: '1',
    operation: 'transfers.createOut',
  } as const;
  expect(await recordsOf(log)).toEqual([]);
  await log.append(record);
  appendFileSync(path, '\n{"event":"se');
  await Promise.all([
    log.append({ ...record, callId: '2' }),
    log.append({ ...record, callId: '3' }),
  ]);
  expect((await recordsOf(log)).map(({ callId }) => callId)).toEqual(['1', '2', '3']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).not.toContain('\n\n\n');
});
