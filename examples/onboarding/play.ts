import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { createWebhookHandler } from '@org/payments-sdk/webhooks';
import { memoryClaims } from '../claims.ts';
import { type Application, addOwner, createBusiness, submit, uploadPapers } from './onboard.ts';

const paper = (name: string) =>
  new File(['%PDF-1.7 a scan'], `${name}.pdf`, { type: 'application/pdf' });

/** What the form of the example collected. */
export const application: Application = {
  id: 'business-1',
  legalName: 'Engines Ltd',
  registrationNumber: '555',
  taxId: '12-3456789',
  owner: { firstName: 'Ada', lastName: 'Byron' },
  papers: Object.fromEntries(
    [
      'PASSPORT',
      'NATIONAL_ID',
      'CERTIFICATE_OF_INCORPORATION',
      'SHAREHOLDER_REGISTER',
      'DIRECTOR_REGISTRY',
      'TAX_RETURN',
      'UTILITY_BILL',
    ].map((type) => [type, paper(type)]),
  ),
};

/** Onboards a business against a mock over HTTP; `print` receives each step. */
export async function play(print: (line: string) => void): Promise<void> {
  const mock = createMock({ seed: 'onboarding', checkResponses: true });
  const server = await listen(mock, { port: 0 });
  try {
    const webhooks = createWebhookHandler({
      publicKeys: mock.webhooks.publicKey,
      clock: mock.clock,
    }).on('CUSTOMER.KYB_APPROVED', () => print('webhook: the business is approved'));
    mock.deliverTo((request) => webhooks.fetch(request));

    const payments = createPaymentsClient(server.connection);
    const claim = memoryClaims(mock.clock.now);
    const customerId = await createBusiness(payments, application);
    const missing = await submit(payments, customerId);
    print(`missing at first: ${missing.join(', ')}`);
    await addOwner(payments, claim, customerId, application);
    await uploadPapers(payments, claim, customerId, application);
    print(`missing then: ${(await submit(payments, customerId)).join(', ') || 'nothing'}`);

    // The check takes time, which the mock's clock skips.
    await mock.webhooks.flush();
    mock.clock.advance({ minutes: 1 });
    await mock.webhooks.flush();
    const customer = await payments.customers.get({ customerId });
    print(`status: ${'kybStatus' in customer ? customer.kybStatus : 'none'}`);
  } finally {
    await server.close();
  }
}
