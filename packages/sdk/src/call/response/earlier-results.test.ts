import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { SetClock } from '../../../test/fake-clock.ts';
import { json, scriptedClient } from '../../../test/scripted-service.ts';
import { OutcomeUnknownError } from '../../errors/network-errors.ts';

/** A result that was last written to an hour before the calls of these tests, and one that was not. */
const earlier = { updatedAt: '2026-01-05T08:00:00Z' };
const later = { updatedAt: '2026-01-05T09:00:01Z' };
const agent = { ...(exampleOf('agents.get').result as object), id: 'Agent:1' };
const customer = { ...(exampleOf('customers.get').result as object), id: 'Customer:1' };

const pause = (result: object, headers = {}) => {
  const { payments } = scriptedClient([json(200, result, headers)]);
  return payments.agents.update({ agentId: 'Agent:1', isPaused: true });
};

const remove = (result: object) => {
  const { payments } = scriptedClient([json(200, result)]);
  return payments.customers.delete({ customerId: 'Customer:1' });
};

describe('a result that is older than its change', () => {
  test('shows nothing if it shows another value than the change', async () => {
    const error = await pause({ ...agent, isPaused: false, ...earlier }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(String(error.cause)).toContain('as it was before the change');
    const active = { ...customer, isDeleted: false, ...earlier };
    await expect(remove(active)).rejects.toThrow(OutcomeUnknownError);
  });

  test('is the result if it shows the change, which changed nothing', async () => {
    const paused = { ...agent, isPaused: true, ...earlier };
    await expect(pause(paused)).resolves.toEqual(paused);
  });

  test('is the result if it may show the change in another form', async () => {
    const { updatedAt: _time, ...untimed } = { ...agent, isPaused: false, ...later };
    for (const result of [{ ...agent, isPaused: false, ...later }, untimed]) {
      await expect(pause(result)).resolves.toEqual(result);
    }
    const { isDeleted: _flag, ...unmarked } = { isDeleted: false, ...customer, ...earlier };
    await expect(remove(unmarked)).resolves.toEqual(unmarked);
  });

  test("is older by the service's clock", async () => {
    const result = { ...agent, isPaused: false, ...earlier };
    const behind = { date: 'Mon, 05 Jan 2026 08:00:00 GMT' };
    const { payments } = scriptedClient([json(200, agent, behind), json(200, result, behind)]);
    await payments.agents.get({ agentId: 'Agent:1' });
    const paused = payments.agents.update({ agentId: 'Agent:1', isPaused: true });
    await expect(paused).resolves.toEqual(result);
    const ahead = { date: 'Mon, 05 Jan 2026 10:00:00 GMT' };
    await expect(pause({ ...result, ...later }, ahead)).rejects.toThrow(OutcomeUnknownError);
  });

  test('may be five minutes older: another clock of the service may have written its time', async () => {
    for (const [updatedAt, isResult] of [
      ['2026-01-05T08:54:57Z', false],
      ['2026-01-05T08:54:58Z', true],
    ] as const) {
      const result = { ...agent, isPaused: false, updatedAt };
      const paused = pause(result, { date: 'Mon, 05 Jan 2026 09:00:00 GMT' });
      if (isResult) await expect(paused).resolves.toEqual(result);
      else await expect(paused).rejects.toThrow(OutcomeUnknownError);
    }
  });

  test('may be five more minutes older by a clock that was set meanwhile', async () => {
    const clock = new SetClock();
    const result = { ...agent, isPaused: false, updatedAt: '2026-01-05T08:54:00Z' };
    const date = { date: 'Mon, 05 Jan 2026 09:00:00 GMT' };
    const setMeanwhile = () => {
      clock.set(7_200_000);
      return json(200, result);
    };
    const script = [json(200, agent, date), json(200, result), setMeanwhile];
    const { payments } = scriptedClient(script, { clock });
    await payments.agents.get({ agentId: 'Agent:1' });
    const paused = () => payments.agents.update({ agentId: 'Agent:1', isPaused: true });
    await expect(paused()).rejects.toThrow(OutcomeUnknownError);
    await expect(paused()).resolves.toEqual(result);
  });

  test('may have a date as old as itself, which shows nothing of the clock', async () => {
    const date = 'Mon, 05 Jan 2026 08:00:01 GMT';
    const result = { ...agent, isPaused: false, ...earlier };
    await expect(pause(result, { date })).rejects.toThrow(OutcomeUnknownError);
  });
});
