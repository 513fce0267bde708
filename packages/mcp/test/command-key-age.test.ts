import { expect, onTestFinished, test, vi } from 'vitest';
import { desk, recorded } from './desk.ts';

/** A payment of a script whose response was lost, with its journal. */
async function lost() {
  const setting = await desk();
  const { mock, run, pay, folder } = setting;
  const own = recorded(folder);
  const command = [...pay.slice(0, -2), '--amount-minor', '1000', '--idempotency-key', 'a'];
  const fault = { operation: 'transfers.createOut', times: 'always' } as const;
  const remove = mock.faults.add({ ...fault, effect: { kind: 'lose-reply' } });
  expect((await run([...command, '--yes'], own)).code).toBe(3);
  remove();
  return { ...setting, own, command };
}

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
  expect(errors).toMatch(/OUTDATED: /);
  expect(code).toBe(3);
  expect(await balance()).toBe(990_00);
});

test('a key whose age is not known is not said to be hours old, and no new one is advised', async () => {
  const { run, command, own, balance } = await lost();
  vi.useFakeTimers({ now: Date.now() - 2 * 3_600_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { code, errors } = await run([...command, '--yes'], own);
  const said = /sent nothing.+The age of the key is not known.+pay in no other way until then/;
  expect([code, errors]).toEqual([3, expect.stringMatching(said)]);
  expect(errors).not.toMatch(/hours|new key/);
  expect(await balance()).toBe(990_00);
});

test('a key is old by the clock of the service, though that of the machine stood still', async () => {
  const { mock, run, command, own, balance } = await lost();
  mock.clock.advance({ hours: 30 });
  const { code, errors } = await run([...command, '--yes'], own);
  expect([code, errors]).toEqual([3, expect.stringMatching(/sent nothing.+may have forgotten/)]);
  expect((await run(['journal', 'recover'], own)).code).toBe(3);
  expect(await balance()).toBe(990_00);
});
