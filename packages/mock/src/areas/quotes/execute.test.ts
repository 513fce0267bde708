import { expect } from 'vitest';
import type { OpenMock } from '../../../test/support/open-mock.ts';
import { eventKinds, payer } from '../../../test/support/payers.ts';
import { rules } from '../../../test/support/rules.ts';

const iban = (suffix: string) => `DE8937040044053201${suffix}`;

/** Executes a quote of 100.00 to an account that ends in three digits, and waits. */
async function pay(api: OpenMock, suffix: string, seconds: number) {
  const scene = payer(api, iban(suffix));
  const quote = await scene.quote();
  await scene.execute(quote.id);
  api.mock.clock.advance({ seconds });
  const transaction = await scene.transaction(quote.transactionId);
  return { ...scene, found: quote, transaction, funds: await scene.funds() };
}

rules('outcomes of executed quotes', (test, open) => {
  test.each([
    { to: '001', kinds: ['COMPLETED'] },
    { to: '002', kinds: ['FAILED'], failureReason: 'QUOTE_EXECUTION_FAILED' },
    { to: '003', kinds: ['COMPLETED'] },
    {
      to: '004',
      kinds: ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    },
    {
      to: '005',
      kinds: ['COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    },
    {
      to: '006',
      kinds: ['FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'],
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    },
    {
      to: '007',
      kinds: ['FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
    },
  ])('rule 109: a payment to $to emits each of $kinds once, and ends', async (expected) => {
    const api = await open();
    const { to, kinds, failureReason, refund } = expected;
    const { transaction, funds } = await pay(api, to, 400);
    const all = ['PENDING', 'PROCESSING', ...kinds].map((kind) => `OUTGOING_PAYMENT.${kind}`);
    expect(eventKinds(api, 'OUTGOING_PAYMENT.')).toEqual(all);
    expect(transaction.status).toBe(kinds.includes('FAILED') ? 'FAILED' : 'COMPLETED');
    expect(transaction.failureReason).toBe(failureReason);
    if (refund === undefined) expect(transaction).not.toHaveProperty('refund');
    else expect(transaction.refund).toMatchObject(refund);
    const isReturned = kinds.includes('FAILED') && refund?.status !== 'FAILED';
    expect(funds).toEqual(isReturned ? [100_000, 100_000] : [90_000, 90_000]);
    expect(api.mock.ledger.accounts().filter(({ kind }) => kind === 'hold')).toEqual([]);
  });

  test('rule 91: a held amount stays held until the refund has ended', async (api) => {
    const { funds, transaction } = await pay(api, '004', 29);
    expect(transaction).toMatchObject({ status: 'FAILED', refund: { status: 'PENDING' } });
    expect(funds).toEqual([90_000, 100_000]);
  });

  test('rule 93: a quote that expires emits an event', async (api) => {
    const { quote, read } = payer(api);
    const { id } = await quote();
    api.mock.clock.advance({ minutes: 5 });
    await read(id);
    const kinds = eventKinds(api, 'OUTGOING_PAYMENT.');
    expect(kinds).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.EXPIRED']);
  });
});
