import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAuditLog, fileAuditLog } from '@org/payments-mcp';
import { expect, onTestFinished, test } from 'vitest';
import { call, connectInMemory, serverOf, stage } from '../test/stage.ts';

function logFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payments-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'state', 'audit.jsonl');
}

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

const record = {
  at: '2026-01-05T09:00:00.000Z',
  event: 'sent',
  callId: '1',
  operation: 'transfers.createOut',
} as const;

test('the file belongs to its owner, and a record that was cut off does not hide others', async () => {
  const path = logFile();
  const log = fileAuditLog(path);
  await log.append(record);
  appendFileSync(path, '\n{"event":"se');
  await Promise.all([
    log.append({ ...record, callId: '2' }),
    log.append({ ...record, callId: '3' }),
  ]);
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  expect(lines).toHaveLength(4);
  const whole = lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line).callId);
  expect(whole).toEqual(['1', '2', '3']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('each record follows what was before it, of two servers too, and a change of the past shows', async () => {
  const path = logFile();
  const old = `\n${JSON.stringify(record)}`;
  const [one, two] = [fileAuditLog(path), fileAuditLog(path)];
  await one.append(record);
  writeFileSync(path, old);
  for (const callId of ['2', '3', '4']) {
    await Promise.all([one, two].map((log) => log.append({ ...record, callId })));
  }
  appendFileSync(path, '\n{"event":"se');
  await two.append({ ...record, callId: '5' });
  expect(await checkAuditLog(path)).toEqual({ records: 8, brokenAt: undefined });
  const whole = readFileSync(path, 'utf8');
  const lines = whole.split('\n');
  const checked = async (changed: readonly string[]) => {
    writeFileSync(path, changed.join('\n'));
    return (await checkAuditLog(path)).brokenAt;
  };
  expect(await checked(lines.with(1, lines[1]?.replace('05T09', '05T08') ?? ''))).toBe(3);
  expect(await checked(lines.toSpliced(4, 1))).toBeLessThanOrEqual(6);
  expect(await checked(lines.toSpliced(8, 1))).toBe(9);
  expect(await checked(lines.toSpliced(5, 0, JSON.stringify(record)))).toBe(6);
  expect(await checked([...lines, '{"follows":{}}'])).toBe(11);
  expect(await checked([...lines, JSON.stringify(record)])).toBe(11);
  // The end alone is not missed; the next record says so if it is the log's own.
  expect(await checked(lines.slice(0, -1))).toBeUndefined();
});
