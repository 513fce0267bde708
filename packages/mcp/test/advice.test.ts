import { errorCodes } from '@org/payments-contract';
import { clientErrorCodes } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { McpOptionError } from '../src/errors/mcp-errors.ts';
import { adviceOn } from '../src/run/advice.ts';
import { accept, call, connectInMemory, euroAccount, serverOf, stage } from './stage.ts';

/** Options of a program, which neither a model nor the operator of a server has. */
const ofPrograms = /`(?:baseUrl|secret|dialect)`|base URL/i;

test('what only the operator can mend is for the person, with the variable and not the option', async () => {
  for (const [code, { action }] of Object.entries({ ...errorCodes, ...clientErrorCodes })) {
    const said = adviceOn(new McpOptionError('The base URL is `baseUrl`.', action), {});
    expect(`${said.message} ${said.action}`, code).not.toMatch(ofPrograms);
  }
  const { clientWith, customerId, transfer } = stage();
  const page = async () => new Response('<p>', { headers: { 'content-type': 'text/html' } });
  const down = { fetch: undefined, baseUrl: 'http://127.0.0.1:9/2025-10-13' };
  for (const own of [{ clientSecret: 'wrong' }, down, { fetch: page }]) {
    const platform = clientWith(own);
    const permissions = ['VIEW', 'TRANSACT'] as const;
    const client = await connectInMemory(serverOf({ platform, allowWrites: true, permissions }));
    for (const { text, value } of [
      await call(client, 'customers_get', { customerId }),
      await call(client, 'transfers_create_out', { ...transfer, amount: 1_00 }),
    ]) {
      expect(text).toMatch(/Tell the person: .*PAYMENTS_/);
      expect(`${text}${JSON.stringify(value)}`).not.toMatch(ofPrograms);
    }
  }
});

test('a failed read has no outcome, and what was not sent is said once', async () => {
  const { mock, payments, customerId, transfer } = stage();
  const client = await connectInMemory(serverOf({ platform: payments, allowWrites: true }), accept);
  for (const [status, code, said] of [
    [500, 'INTERNAL_ERROR', /^INTERNAL_ERROR: Wait a while, then call again\.$/m],
    [403, 'FORBIDDEN', /^FORBIDDEN: Do not try another way\. Tell the person/],
  ] as const) {
    mock.faults.add({ operation: 'customers.get', effect: { kind: 'answer', status, code } });
    const { text, value } = await call(client, 'customers_get', { customerId });
    expect([value.outcome, text]).toEqual([undefined, expect.stringMatching(said)]);
  }
  const pay = (amount: number) =>
    call(client, 'transfers_create_out', { ...transfer, amount, idempotencyKey: 'inv-1' });
  await pay(1_00);
  expect((await pay(2_00)).text).toMatch(
    /^IDEMPOTENCY_KEY_REUSED(?:(?!sent nothing).)*sent nothing(?:(?!sent nothing).)*$/m,
  );
});

test('a limit is not a reason to pay another amount, or in parts, that nobody asked for', async () => {
  const { agent, mock, customerId, transfer } = stage();
  const euros = mock.add.internalAccount({ customerId, currency: 'EUR', available: 900_00 });
  const { id: payee } = mock.add.externalAccount({ customerId, ...euroAccount });
  const inEuros = { source: { accountId: euros.id }, destination: { accountId: payee } };
  const client = await connectInMemory(serverOf({ agent }), accept);
  const pay = (input: object, amount: number) =>
    call(client, 'agent_transfers_create_out', { ...input, amount });
  const refusals = [await pay(transfer, 600_00), await pay(inEuros, 600_00)];
  for (const { text, value } of refusals) {
    expect(value.error?.code).toBe('VELOCITY_LIMIT_EXCEEDED');
    expect(text).toMatch(
      /no other amount, and in no parts, unless|Ask before you pay another amount/,
    );
  }
});
