import { createMock, type Mock } from '@org/payments-mock';
import { createPaymentsClient, type PaymentsClient } from '@org/payments-sdk';
import { describe, expect, test } from 'vitest';
import { issueCard } from './card/card.ts';
import { memoryClaims } from './claims.ts';
import { addOwner, createBusiness, uploadPapers } from './onboarding/onboard.ts';
import { application } from './onboarding/play.ts';
import { offer, pay } from './payout/payout.ts';
import { memoryAttempts } from './payout/play.ts';
import { logIn, payWithAuthorization } from './strong-authentication/authorize.ts';
import { verifiedCustomer } from './verified-customer.ts';

const clientOf = (mock: Mock, fetch: Mock['fetch'] = mock.fetch) =>
  createPaymentsClient({ ...mock.connection, fetch, clock: mock.clock, retry: 0 });

/**
 * Runs a program, and ends it after its first request has reached the service; then again, and ends it
 * after its second one; and so on, until it comes to its end.
 */
async function killed<Value>(mock: Mock, program: (payments: PaymentsClient) => Promise<Value>) {
  for (let survived = 0; ; survived += 1) {
    let requests = 0;
    const fetch: Mock['fetch'] = async (...request) => {
      const response = await mock.fetch(...request);
      requests += 1;
      if (requests > survived) throw new TypeError('killed');
      return response;
    };
    const end = await program(clientOf(mock, fetch)).catch((error: unknown) => ({ error }));
    if (requests <= survived) return end;
  }
}

// The same ids in the books of two platforms.
describe.each(['one platform', 'another one'])(
  'a process of %s that is killed after each request',
  (name) => {
    test('issues one card', async () => {
      const mock = createMock({ seed: name });
      const holder = await verifiedCustomer(clientOf(mock), mock.clock, 'USDB', 100_000_000);
      const claim = memoryClaims(mock.clock.now);
      const order = { id: 'card-1', cardholderId: holder.customerId, walletId: holder.accountId };
      const card = await killed(mock, (payments) => {
        mock.clock.advance({ minutes: 11 });
        return issueCard(payments, claim, order);
      });
      const { data } = await clientOf(mock).cards.list({ cardholderId: holder.customerId });
      expect(data).toMatchObject([{ id: (card as { id: string }).id, platformCardId: 'card-1' }]);
    });

    test('creates one business, with one owner and each paper once', async () => {
      const mock = createMock({ seed: name });
      const claim = memoryClaims(mock.clock.now);
      const customerId = await killed(mock, async (payments) => {
        mock.clock.advance({ minutes: 11 });
        const id = await createBusiness(payments, application);
        await addOwner(payments, claim, id, application);
        await uploadPapers(payments, claim, id, application);
        return id;
      });
      const payments = clientOf(mock);
      const { data: customers } = await payments.customers.list();
      expect(customers.map(({ id }) => id)).toEqual([customerId]);
      const owners = await payments.beneficialOwners.list({ customerId: customers[0]?.id ?? '' });
      expect(owners.data).toHaveLength(1);
      const { data: papers } = await payments.documents.list();
      const kinds = papers.map(({ documentType }) => documentType).sort();
      expect(kinds).toEqual(Object.keys(application.papers).sort());
    });

    test('pays an order once, and once more when the money came back', async () => {
      const mock = createMock({ seed: name });
      const payer = await verifiedCustomer(clientOf(mock), mock.clock, 'USD', 1_000_00);
      const { customerId, accountId: fromAccountId } = payer;
      const attempts = memoryAttempts();
      for (const [id, accountNumber] of Object.entries({ first: '005', again: '001' })) {
        const { id: payTo } = mock.add.externalAccount({ customerId, accountNumber });
        const order = { id, customerId, fromAccountId, payTo, amount: 100_00 };
        await killed(mock, async (payments) => {
          const { quoteId } = await offer(payments, attempts, order);
          await pay(payments, attempts, order, quoteId);
        });
        // A quote whose response nobody received is never paid.
        mock.clock.advance({ minutes: 6 });
      }
      const { data } = await clientOf(mock).transactions.list({ customerId, type: 'OUTGOING' });
      const ends = data.map(({ status }) => status).filter((status) => status !== 'EXPIRED');
      expect(ends.sort()).toEqual(['COMPLETED', 'FAILED']);
    });

    test('pays once, asks the payer again only for what is not authorized, and says what expired', async () => {
      const mock = createMock({ seed: name, strongAuthenticationRegions: ['DE'] });
      const payments = clientOf(mock);
      const contact = { region: 'DE', phoneNumber: '+4915112345678' };
      const payer = await verifiedCustomer(payments, mock.clock, 'USD', 1_000_00, contact);
      const { customerId, accountId } = payer;
      const payee = mock.add.externalAccount({ customerId });
      const readCode = () => mock.outbox.at(-1)?.code ?? '';
      const endUserIpAddress = '203.0.113.7';
      await logIn(payments, customerId, { readCode, endUserIpAddress });
      const payment = { accountId, payeeId: payee.id, amount: 100_00 };
      const ask = async () => ({ code: readCode() });
      const quote = await killed(mock, (client) =>
        payWithAuthorization(client, 'order-1', payment, { ask, endUserIpAddress }),
      );
      expect(quote).toMatchObject({ status: expect.stringMatching(/^(PROCESSING|COMPLETED)$/) });
      mock.clock.advance({ minutes: 6 });
      const { data } = await payments.transactions.list({ customerId, type: 'OUTGOING' });
      expect(data.map(({ status }) => status)).toEqual(['COMPLETED']);
      const die = { ask: () => Promise.reject(new Error('killed')), endUserIpAddress };
      const again = () => payWithAuthorization(payments, 'order-2', payment, die);
      await expect(again()).rejects.toThrow('killed');
      mock.clock.advance({ minutes: 6 });
      await expect(again()).rejects.toThrow('is EXPIRED');
    });
  },
);

test('two processes at once issue one card, and create one business with one owner and each paper once', async () => {
  const mock = createMock();
  const payments = clientOf(mock);
  const holder = await verifiedCustomer(payments, mock.clock, 'USDB', 100_000_000);
  const order = { id: 'card-1', cardholderId: holder.customerId, walletId: holder.accountId };
  const claim = memoryClaims(mock.clock.now);
  const businesses = new Set<string>();
  const process = async () => {
    const client = clientOf(mock);
    const issued = issueCard(client, claim, order);
    const id = await createBusiness(client, application);
    businesses.add(id);
    const steps = [addOwner, uploadPapers].map((step) => step(client, claim, id, application));
    await Promise.allSettled([issued, ...steps]);
  };
  await Promise.all([process(), process()]);
  const [customerId = '', ...others] = businesses;
  expect(others).toEqual([]);
  const { data: cards } = await payments.cards.list({ cardholderId: holder.customerId });
  const { data: owners } = await payments.beneficialOwners.list({ customerId });
  const { data: papers } = await payments.documents.list();
  const papersOnce = Object.keys(application.papers).length;
  expect([cards.length, owners.length, papers.length]).toEqual([1, 1, papersOnce]);
});
