import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOperation, operations } from '@org/payments-contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listOfMade } from '../src/run/key-age.ts';
import { waitingList } from '../src/run/sent-writes.ts';
import { desk, expectEnd, later, recorded } from './desk.ts';
import { addFailing } from './stage.ts';

/** A payment of a script whose response was lost, with its journal. */
async function lost() {
  const setting = await desk();
  const { run, pay, failAll, own } = setting;
  const command = [...pay.slice(0, -2), '--amount-minor', '1000', '--idempotency-key', 'a'];
  const remove = failAll('transfers.createOut');
  expect((await run([...command, '--yes'], own)).code).toBe(3);
  remove();
  return { ...setting, own, command };
}

test('a change of another host or kind is shown as such, and not settled by what is found here', async () => {
  const { run, own, environment } = await lost();
  later(1);
  const settle = ['journal', 'settle', 'a', '--as', 'applied'];
  const other = { ...own, PAYMENTS_BASE_URL: 'http://127.0.0.1:9/2025-10-13' };
  const agent = { ...own, PAYMENTS_TOKEN_ID: '', PAYMENTS_CREDENTIALS_COMMAND: 'false' };
  for (const [settings, foreign] of [
    [agent, 'platform'],
    [other, 'host'],
    [{ ...own, PAYMENTS_TOKEN_ID: 'Token:00000000-0000-4000-8000-000000000000' }, 'account'],
  ] as const) {
    const { out } = await run(['journal', 'status', '--json'], settings);
    expect(JSON.parse(out)).toMatchObject([{ foreign }]);
    const { code, errors } = await run(settle, settings);
    expectEnd({ code, errors }, 2, `(foreign: ${foreign})`);
    expect(errors).not.toContain('recover');
    expect(errors.includes('PAYMENTS_FIRST_TOKEN_ID')).toBe(foreign === 'account');
  }
  const formerly = ['--formerly', environment.PAYMENTS_BASE_URL];
  expect(await run([...settle, ...formerly], other)).toMatchObject({ code: 0 });
});

test('a key that became old while the question was open is not sent', async () => {
  const { mock, run, command, own, balance } = await lost();
  const pass = (hours: number) => {
    vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ['Date'] });
    mock.clock.advance({ hours });
  };
  onTestFinished(() => void vi.useRealTimers());
  pass(22);
  const ask = async () => {
    pass(3);
    return 'yes';
  };
  const { code, errors } = await run(command, own, { canAsk: true, ask });
  expect(errors).toMatch(/Sent before: yes/);
  expectEnd({ code, errors }, 3, /OUTDATED: /);
  expect(await balance()).toBe(990_00);
});

test('a lost payment stays unknown where its repeat finds no service', async () => {
  const { run, pay, command, own, service } = await lost();
  await service.close();
  const { code, errors } = await run([...command, '--yes'], own);
  const said = /may have been (?:applied|carried out)/;
  expectEnd({ code, errors }, 3, said);
  // Also where a person is asked, and the amount is compared first.
  const person = { canAsk: true, ask: async () => 'yes' };
  const asked = await run([...pay, '--idempotency-key', 'a'], own, person);
  expect(asked.code).toBe(3);
  const replaced = { ...own, PAYMENTS_TOKEN_ID: 'Token:00000000-0000-4000-8000-000000000000' };
  expectEnd(
    await run([...pay, '--idempotency-key', 'a', '--yes'], replaced),
    3,
    /does not respond/,
  );
});

test('a payment that the journal has as applied is not unknown where its repeat loses the response', async () => {
  const { run, pay, service, payments, payTo, failAll, own } = await desk();
  const command = [...pay, '--idempotency-key', 'a', '--yes'];
  expect((await run(command, own)).code).toBe(0);
  const remove = failAll('transfers.createOut');
  const lost = await run(command, own);
  expectEnd(lost, 5, /made Transaction:/);
  expect(lost.errors).not.toContain('unknown');
  remove();
  const ask = async () => {
    await payments.externalAccounts.delete({ externalAccountId: payTo });
    return 'yes';
  };
  const changed = await run(command.slice(0, -1), own, { canAsk: true, ask });
  expectEnd(changed, 1, /made Transaction:/);
  expect(changed.errors).not.toContain('no response');
  await service.close();
  expectEnd(await run(command, own), 5, /made Transaction:/);
});

test('a payment that was made and has failed is not told as carried out', async () => {
  const { mock, run, pay, customerId, failAll, own } = await desk();
  const failing = addFailing(mock, customerId);
  const command = [...pay.slice(0, 5), failing, ...pay.slice(6), '--idempotency-key', 'a', '--yes'];
  const again = async () => {
    const { code, errors } = await run(command, own);
    expectEnd({ code, errors }, 6, /Transaction:\S+ is FAILED/);
    return errors;
  };
  await again();
  failAll('transfers.createOut');
  await again();
  later(25, mock);
  expect(await again()).toContain('sent nothing');
});

test('a repeat of an old key whose response is lost may have made another payment', async () => {
  const { mock, run, pay, failAll, own } = await desk();
  const command = [...pay, '--idempotency-key', 'a'];
  expect((await run([...command, '--yes'], own)).code).toBe(0);
  later(25, mock);
  failAll('transfers.createOut');
  const person = { canAsk: true, ask: async () => 'yes' };
  expect((await run(command, own, person)).code).toBe(3);
});

test('a key whose age is not known is not said to be hours old, and no new one is advised', async () => {
  const { run, command, own, balance } = await lost();
  later(-2);
  const { code, errors } = await run([...command, '--yes'], own);
  const said = /sent nothing.+The age of the key is not known.+do it in no other way until then/;
  expectEnd({ code, errors }, 3, said);
  expect(errors).not.toMatch(/hours|new key/);
  expect(await balance()).toBe(990_00);
});

test('a key is old by the clock of the service, though that of the machine stood still', async () => {
  const { mock, run, command, own, balance } = await lost();
  mock.clock.advance({ hours: 30 });
  expectEnd(await run([...command, '--yes'], own), 3, /sent nothing.+may have forgotten/);
  expect((await run(['journal', 'recover'], own)).code).toBe(3);
  expect(await balance()).toBe(990_00);
});

test('an old key of a mint or burn is not sent again: it would make another one', async () => {
  const { mock, run, folder, sent, own } = await desk();
  const stablecoin = mock.add.stablecoin({ symbol: 'USDB' });
  const { id: dollars } = mock.add.internalAccount({ available: 500_00 });
  const { id: coins } = mock.add.internalAccount({ currency: 'USDB', available: 9_000_000 });
  const bank = mock.add.externalAccount({ isPlatformAccount: true }).id;
  const from = (accountId: string) => ({ type: 'SERVICE_INTERNAL_ACCOUNT', accountId });
  const to = { type: 'EXTERNAL_ACCOUNT', externalAccountId: bank, rail: 'ACH_CREDIT' };
  const bodies = {
    mint: { amount: '20000000', fundingSource: from(dollars), destination: { accountId: coins } },
    burn: { amount: '4000000', source: from(coins), destination: to },
  };
  const commands = Object.entries(bodies).map(([what, body]) => {
    const file = join(folder, `${what}.json`);
    writeFileSync(file, JSON.stringify(body));
    return [
      'stablecoins',
      what,
      stablecoin.id,
      '--input',
      file,
      '--yes',
      '--idempotency-key',
      what,
    ];
  });
  for (const command of commands) expect((await run(command, own)).errors).not.toMatch(/invalid/);
  later(25, mock);
  for (const command of commands) {
    expectEnd(await run(command, own), 5, /sent nothing.+may have forgotten/);
  }
  expect([sent('stablecoins.mint'), sent('stablecoins.burn')]).toEqual([1, 1]);
});

test('an old key of an agent names the list of what it asked for, which may still wait', async () => {
  const { mock, run, pay, folder, accessToken, failAll } = await desk();
  const agent = { PAYMENTS_TOKEN_ID: '', PAYMENTS_CLIENT_SECRET: '' };
  const own = { ...recorded(folder), ...agent, PAYMENTS_ACCESS_TOKEN: accessToken };
  failAll('agent.transfers.createOut');
  const command = ['agent', ...pay, '--yes', '--idempotency-key', 'a'];
  expect((await run(command, own)).code).toBe(3);
  // The platform's token comes first where both are set.
  for (const [token, print, foreign] of [
    ['', '', null],
    ['', 'false', null],
    ['Token:1', '', 'agent'],
  ] as const) {
    const status = ['journal', 'status', '--json'];
    // Without the token, the account of the agent is not known, and is not another one.
    const ofAgent = print ? { PAYMENTS_ACCESS_TOKEN: '', PAYMENTS_CREDENTIALS_COMMAND: print } : {};
    const { out } = await run(status, { ...own, ...ofAgent, PAYMENTS_TOKEN_ID: token });
    expect(JSON.parse(out)).toMatchObject([{ foreign }]);
  }
  mock.clock.advance({ hours: 30 });
  const { code, errors } = await run(command, own);
  const said = /sent nothing.+payments agent actions list shows if it was made/;
  expectEnd({ code, errors }, 3, said);
  later(30);
  const path = own.PAYMENTS_JOURNAL;
  const { out } = await run(['journal', 'recover', '--journal', path], own);
  expect(out).toMatch(/agent actions list shows if it was made\. Once .+ or not-applied\./);
  expect(out).toContain(` --journal ${path} --as applied`);
  const elsewhere = { ...own, PAYMENTS_BASE_URL: 'http://127.0.0.1:9/2025-10-13' };
  const far = await run(['journal', 'recover', '--journal', path], elsewhere);
  expect(far.out).toContain('another host. If it is the same');
  expect(far.out).toContain('recover with --formerly and that base URL.');
});

test('what shows whether something was made is the list of its kind', () => {
  const lists = operations().flatMap((one) => listOfMade(one) ?? []);
  expect([...new Set(lists)].filter((name) => !/actions|transactions/.test(name)).sort()).toEqual([
    'stablecoinProviderAccounts.list',
    'stablecoins.list',
    'stablecoins.listOperations',
  ]);
  const listOf = (name: string) =>
    operations().flatMap((one) => (one.name === name ? (listOfMade(one) ?? []) : []));
  // An agent's payment waits among its actions; its quote does not.
  expect([...listOf('agent.quotes.create'), ...listOf('agent.quotes.execute')]).toEqual([
    'agent.transactions.list',
    'agent.actions.list',
  ]);
  // An account stays in its list, whatever was changed.
  const waiting = operations().filter(({ row }) => waitingList(row) !== undefined);
  expect(waiting.map(({ name }) => name)).toEqual(['agents.approveAction', 'agents.rejectAction']);
  expect(lists.every((name) => findOperation(name)?.row.method === 'GET')).toBe(true);
});
