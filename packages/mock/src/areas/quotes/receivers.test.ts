import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';
import { payer } from '../../../test/support/payers.ts';

const look = (address: string) => `/receiver/uma/${encodeURIComponent(address)}`;

rules('receivers', (door) => {
  test('a lookup shows what the receiver accepts, and a quote can name it', async () => {
    const lab = await openLab(door);
    const { ask, customerId, external } = payer(lab);
    const umaAddress = '$success.eur@sandbox.example.com';
    const found = await lab.send('GET', `${look(umaAddress)}?customerId=${customerId}`);
    expect(found.status).toBe(200);
    expect(found.body).toMatchObject({
      receiverUmaAddress: umaAddress,
      supportedCurrencies: [{ currency: { code: 'EUR' } }],
      requiredPayerDataFields: [{ name: 'FULL_NAME', mandatory: true }],
    });
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
    const { lookupId } = found.body;
    expect((await ask({ lookupId, destination })).status).toBe(201);
    expectInvalid(await ask({ lookupId }), 'lookupId');
    expectInvalid(await ask({ lookupId: 'Lookup:none', destination }), 'lookupId');
    const account = await lab.send('GET', `/receiver/external-account/${external.id}`);
    expect(account.body).toMatchObject({ accountId: external.id });
    expect((await ask({ lookupId: account.body.lookupId })).status).toBe(201);
    const none = await lab.send('GET', '/receiver/external-account/ExternalAccount:none');
    expectRefused(none, 404, 'NOT_FOUND');
  });

  test('an address of a customer is found, another is not, a blocked provider is refused', async () => {
    const lab = await openLab(door);
    const { customer, ask } = payer(lab);
    const found = await lab.send('GET', look(customer.umaAddress ?? ''));
    expect(found.body).toMatchObject({ supportedCurrencies: [{ currency: { code: 'USD' } }] });
    const unknown = '$nobody@sandbox.example.com';
    expectRefused(await lab.send('GET', look(unknown)), 404, 'UMA_NOT_FOUND');
    expectRefused(await lab.send('GET', look('nobody')), 400, 'INVALID_UMA_ADDRESS');
    lab.mock.add.umaProvider({ domain: 'blocked.example.com', allowListStatus: false });
    const umaAddress = '$success.usd@blocked.example.com';
    const blocked = await lab.send('GET', look(umaAddress));
    expectRefused(blocked, 403, 'COUNTERPARTY_NOT_ALLOWED');
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
    expectRefused(await ask({ destination }), 403, 'COUNTERPARTY_NOT_ALLOWED');
  });

  test("a UMA receiver requires the sender's name, from the customer or the request", async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer({
      customerType: 'BUSINESS',
      kybStatus: 'APPROVED',
    });
    const account = lab.mock.add.internalAccount({ customerId, available: 100_000 });
    const { ask } = payer(lab);
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: {
        destinationType: 'UMA_ADDRESS',
        umaAddress: '$success.usd@sandbox.example.com',
      },
    };
    expectRefused(await ask(body), 400, 'MISSING_MANDATORY_USER_INFO');
    const named = { ...body, senderCustomerInfo: { FULL_NAME: 'Analytical Engines Ltd' } };
    expect((await ask(named)).status).toBe(201);
  });
});
