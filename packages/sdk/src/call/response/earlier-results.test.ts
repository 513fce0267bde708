import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
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
});
