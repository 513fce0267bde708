import { memoryAuditLog } from '@org/payments-mcp';
import { expect, test } from 'vitest';
import { call, connectInMemory, serverOf, stage } from './stage.ts';

// Which responses are not the service's is proved beside the rule and in the SDK.
test('a change to which a gateway responds is not done: its outcome is unknown', async () => {
  const { payments, mock, transfer } = stage();
  const audit = memoryAuditLog();
  const server = serverOf({
    platform: payments,
    allowWrites: true,
    audit,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
  });
  const client = await connectInMemory(server, () => ({ action: 'accept' }));
  mock.faults.add({
    operation: 'transfers.createOut',
    effect: { kind: 'foreign-response', form: 'success-false', status: 200 },
  });
  const seen = await call(client, 'transfers_create_out', { ...transfer, amount: 100_00 });
  expect(seen).toMatchObject({
    isError: true,
    value: { outcome: 'unknown', error: { code: 'OUTCOME_UNKNOWN' } },
  });
  expect(Object.keys(seen.value)).not.toContain('done');
  const sent = audit.records.findLastIndex(({ event }) => event === 'sent');
  expect(audit.records[sent + 1]).toMatchObject({ event: 'unknown' });
});

test('nor is a link to sign returned for it', async () => {
  const { payments, mock } = stage();
  const link = 'https://app.example.com/sign';
  const server = serverOf({
    platform: payments,
    allowWrites: true,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
    signingLink: () => link,
  });
  const client = await connectInMemory(server, () => ({ action: 'accept' }));
  const { id } = mock.add.card();
  const freeze = () => call(client, 'cards_update', { id, state: 'FROZEN' });
  expect((await freeze()).text).toContain(link);
  const effect = { kind: 'foreign-response', form: 'success-false', status: 200 } as const;
  mock.faults.add({ operation: 'cards.update', effect });
  const { isError, text } = await freeze();
  expect(isError).toBe(true);
  expect(text).not.toContain(link);
});
