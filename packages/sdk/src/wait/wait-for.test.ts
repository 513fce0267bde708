import type { OperationName } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { EagerClock, FakeClock } from '../../test/fake-clock.ts';
import {
  BASE_URL,
  card,
  json,
  networkError,
  refusal,
  scriptedClient,
  scriptedService,
} from '../../test/scripted-service.ts';
import { thrown } from '../../test/thrown.ts';
import { createAgentClient } from '../client/agent-client.ts';
import { AbortedError, WaitError } from '../errors/caller-errors.ts';
import type { FetchFunction } from '../transport/transport.ts';

const shown = (name: OperationName, id: string) => (status: string) =>
  json(200, { ...(exampleOf(name).result as object), id, status });
const transaction = shown('transactions.get', 'Transaction:1');
const quote = shown('quotes.get', 'Quote:1');
const action = shown('agent.actions.get', 'AgentAction:1');
const agentOver = (fetch: FetchFunction) =>
  createAgentClient({ baseUrl: BASE_URL, accessToken: 'token', fetch, clock: new EagerClock() });
const target = { transactionId: 'Transaction:1' };

/** Lets time pass in small steps, with everything done in between. */
async function pass(clock: FakeClock, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(100);
  }
}

describe('waiting for a state', () => {
  test('reads until the transaction is settled, at growing intervals', async () => {
    const script = ['PENDING', 'PROCESSING', 'PROCESSING', 'COMPLETED'].map(transaction);
    const { payments, received, clock } = scriptedClient(script);
    await expect(payments.waitFor(target)).resolves.toMatchObject({ status: 'COMPLETED' });
    expect(received).toHaveLength(4);
    const pauses = clock.delays.filter((delay) => delay < 10_000);
    expect(pauses).toHaveLength(3);
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(750 * 1.5 ** index);
      expect(pause).toBeLessThanOrEqual(1_000 * 1.5 ** index);
    }
  });

  test('ends at once in a state from which the awaited one cannot be reached', async () => {
    const { payments } = scriptedClient([transaction('EXPIRED')]);
    const error = await thrown(payments.waitFor({ ...target, until: ['COMPLETED'] }));
    expect(error).toBeInstanceOf(WaitError);
    const expected = { why: 'unreachable', state: 'EXPIRED', code: 'WAIT_ENDED', retryable: false };
    expect(error).toMatchObject(expected);
    expect((error as WaitError).last).toMatchObject({ id: 'Transaction:1' });
  });

  test('continues to the deadline in an unknown state', async () => {
    const clock = new FakeClock();
    const { payments, script } = scriptedClient([], { clock });
    for (let read = 0; read < 60; read += 1) script.push(transaction('SOMETHING_LATER'));
    const waiting = thrown(payments.waitFor(target, { waitDeadline: 8_000, interval: 1_000 }));
    await pass(clock, 8_000);
    const found = { why: 'deadline', state: 'SOMETHING_LATER', retryable: true };
    expect(await waiting).toMatchObject(found);
  });

  test('ends when the process wakes up after the deadline', async () => {
    const clock = new FakeClock();
    const { payments } = scriptedClient([transaction('PENDING')], { clock });
    const waiting = thrown(payments.waitFor(target, { waitDeadline: 8_000 }));
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(60_000);
    expect(await waiting).toMatchObject({ why: 'deadline', state: 'PENDING' });
  });

  test('ends at the deadline while a read is pending', async () => {
    const clock = new FakeClock();
    const { payments } = scriptedClient([() => new Promise<Response>(() => {})], { clock });
    const start = clock.now();
    const waiting = thrown(payments.waitFor(target, { waitDeadline: 1_000 }));
    await pass(clock, 1_000);
    expect(await waiting).toMatchObject({ code: 'WAIT_ENDED', why: 'deadline', state: undefined });
    expect(clock.now() - start).toBe(1_000);
    expect(clock.pending).toBe(0);
  });

  test('repeats a read that failed temporarily, and ends after one that was refused', async () => {
    const options = { retry: 0 };
    const passing = scriptedClient([networkError('ECONNRESET'), transaction('COMPLETED')], options);
    await expect(passing.payments.waitFor(target)).resolves.toMatchObject({ status: 'COMPLETED' });
    const refused = scriptedClient([refusal(404, 'TRANSACTION_NOT_FOUND')]);
    const found = { code: 'TRANSACTION_NOT_FOUND' };
    await expect(refused.payments.waitFor(target)).rejects.toMatchObject(found);
  });

  test('ends when its signal is aborted between two reads', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const { payments } = scriptedClient([transaction('PENDING')], { clock });
    const waiting = thrown(payments.waitFor(target, { signal: controller.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await waiting).toBeInstanceOf(AbortedError);
    expect(clock.pending).toBe(0);
  });

  test('cards are waited for until issued, verifications until decided', async () => {
    const cards = scriptedClient([
      json(200, { ...card, state: 'PENDING_ISSUE' }),
      json(200, { ...card, state: 'ACTIVE' }),
    ]);
    const expected = { state: 'ACTIVE' };
    await expect(cards.payments.waitFor({ cardId: 'Card:1' })).resolves.toMatchObject(expected);
    const example = exampleOf('verifications.get').result as object;
    const verification = (verificationStatus: string) =>
      json(200, { ...example, id: 'Verification:1', verificationStatus });
    const decided = scriptedClient([verification('IN_PROGRESS'), verification('APPROVED')]);
    await expect(
      decided.payments.waitFor({ verificationId: 'Verification:1' }),
    ).resolves.toMatchObject({ verificationStatus: 'APPROVED' });
  });

  test('waits for a quote until it is carried out or has expired', async () => {
    const { payments } = scriptedClient(['PENDING', 'PROCESSING', 'COMPLETED'].map(quote));
    const done = payments.waitFor.quote({ quoteId: 'Quote:1' });
    await expect(done).resolves.toMatchObject({ status: 'COMPLETED' });
    const expired = scriptedClient([quote('EXPIRED')]);
    const late = expired.payments.waitFor({ quoteId: 'Quote:1', until: ['COMPLETED'] });
    await expect(late).rejects.toMatchObject({ why: 'unreachable', state: 'EXPIRED' });
  });

  test('every kind has its own member, which accepts no other kind', async () => {
    const { payments } = scriptedClient([transaction('COMPLETED')]);
    const { waitFor } = payments;
    await expect(waitFor.transaction(target)).resolves.toMatchObject({ status: 'COMPLETED' });
    expect(Object.keys(waitFor)).toEqual(['transaction', 'quote', 'verification', 'card']);
    for (const refused of [waitFor.quote(target as never), waitFor({} as never)]) {
      await expect(refused).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
        issues: [{ message: expect.stringContaining('expected one of') }],
      });
    }
  });

  test.each(['APPROVED', 'REJECTED', 'FAILED'])(
    'an agent waits for the decision on its action: %s',
    async (status) => {
      const { fetch, received } = scriptedService(
        action('PENDING_APPROVAL'),
        action('PENDING_APPROVAL'),
        action(status),
      );
      const agent = agentOver(fetch);
      const waiting = agent.waitFor.action({ actionId: 'AgentAction:1' });
      await expect(waiting).resolves.toMatchObject({ status });
      expect(received.map(({ url }) => url.slice(BASE_URL.length))).toEqual(
        Array.from({ length: 3 }, () => '/agents/me/actions/AgentAction:1'),
      );
    },
  );

  test('an agent waits for its quotes and transactions with its own reads', async () => {
    const { fetch, received } = scriptedService(quote('COMPLETED'), transaction('COMPLETED'));
    const agent = agentOver(fetch);
    await agent.waitFor.quote({ quoteId: 'Quote:1' });
    await agent.waitFor(target);
    const expected = ['/agents/me/quotes/Quote:1', '/agents/me/transactions/Transaction:1'];
    expect(received.map(({ url }) => url.slice(BASE_URL.length))).toEqual(expected);
    expect(Object.keys(agent.waitFor)).toEqual(['action', 'transaction', 'quote']);
  });

  test('an action that was rejected can no longer be approved', async () => {
    const { fetch } = scriptedService(action('REJECTED'));
    const waiting = agentOver(fetch).waitFor({ actionId: 'AgentAction:1', until: ['APPROVED'] });
    await expect(waiting).rejects.toMatchObject({ why: 'unreachable', state: 'REJECTED' });
  });
});
