import { expect, test } from 'vitest';
import { startPlatform } from '../support/platform.ts';

const address = { line1: '1 Main Street', postalCode: '75001', country: 'FR' };

test('a customer is created, verifies its contacts, and is deleted', async () => {
  const { payments, mock } = await startPlatform();
  const customer = await payments.customers.create({
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'ada-1',
    region: 'FR',
    email: 'ada@example.fr',
    phoneNumber: '+33612345678',
    fullName: 'Ada Byron',
    birthDate: '1990-12-10',
    nationality: 'FR',
    address,
  });
  expect(customer.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' });
  const { id: customerId } = customer;
  await expect(payments.customers.createKycLink({ customerId })).rejects.toMatchObject({
    status: 409,
    code: 'CONFLICT',
  });
  await payments.contactVerification.sendEmailCode({ customerId });
  const email = mock.outbox.at(-1);
  expect(email).toMatchObject({ channel: 'email', to: 'ada@example.fr', code: '123456' });
  await payments.contactVerification.confirmEmail({ customerId, code: email?.code ?? '' });
  await payments.contactVerification.sendPhoneCode({ customerId });
  const confirmed = await payments.contactVerification.confirmPhone({ customerId, code: '123456' });
  expect(confirmed.contactVerification).toEqual({ email: 'VERIFIED', phone: 'VERIFIED' });

  const link = await payments.customers.createKycLink(
    { customerId, redirectUri: 'https://example.com/done' },
    { idempotencyKey: 'link-1' },
  );
  expect(link.kycUrl).toContain('example.com');
  const changed = await payments.customers.update({ customerId, fullName: 'Ada Lovelace' });
  expect(changed).toMatchObject({ fullName: 'Ada Lovelace', address });
  expect(await payments.customers.get({ customerId })).toEqual(changed);
  const { data } = await payments.customers.list({ platformCustomerId: 'ada-1' });
  expect(data).toEqual([changed]);

  const deleted = await payments.customers.delete({ customerId });
  expect(deleted).toMatchObject({ id: customerId, isDeleted: true });
  await expect(payments.customers.delete({ customerId })).rejects.toMatchObject({
    status: 410,
    code: 'CUSTOMER_DELETED',
  });
  const left = await payments.customers.list({ platformCustomerId: 'ada-1' });
  expect(left.data).toEqual([]);
});

test('a list returns every customer once, over several pages', async () => {
  const { payments, mock, customer } = await startPlatform();
  const ids = [customer, ...Array.from({ length: 100 }, () => mock.add.customer().id)];
  const found: string[] = [];
  for await (const { id } of payments.customers.list()) found.push(id);
  expect(found).toEqual(ids);
});
