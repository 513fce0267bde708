import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused } from '../../../test/support/open-mock.ts';

const channels = [
  ['email', 'verify-email'],
  ['phone', 'verify-phone'],
] as const;

test.each(channels)('rule 63: a %s is verified by its code', async (channel, step) => {
  const api = await open();
  const { id, email } = api.mock.add.customer({
    phoneNumber: '+4915112345678',
    contactVerification: { [channel]: 'PENDING' },
  });
  const path = `/customers/${id}/${step}`;
  expectRefused(await api.send('POST', `/customers/${id}/kyc-link`), 409, 'CONFLICT');
  for (const count of [1, 2]) {
    expect((await api.send('POST', path)).status).toBe(204);
    expect(api.mock.outbox).toHaveLength(count);
  }
  expect(api.mock.outbox.at(-1)).toMatchObject({
    ...(channel === 'email' ? { channel, to: email } : { channel: 'sms', to: '+4915112345678' }),
    ...{ code: '123456', credentialId: id },
  });
  expectInvalid(await api.send('POST', `${path}/confirm`, { code: '000000' }), 'code');
  const confirmed = await api.send('POST', `${path}/confirm`, { code: '123456' });
  expect(confirmed.status).toBe(200);
  expect(confirmed.body).toMatchObject({ contactVerification: { [channel]: 'VERIFIED' } });
  expectRefused(await api.send('POST', path), 409, 'CONFLICT');
  expect(JSON.stringify(api.mock.requests)).not.toContain('123456"');
  expect((await api.send('POST', `/customers/${id}/kyc-link`)).status).toBe(200);
});

test.each(channels)('rule 63: a %s that need not be verified is 409', async (channel, step) => {
  const api = await open();
  const other = channel === 'email' ? 'phone' : 'email';
  const customers = [
    api.mock.add.customer(),
    api.mock.add.customer({ contactVerification: { [other]: 'PENDING' } }),
  ];
  for (const { id } of customers) {
    const path = `/customers/${id}/${step}`;
    expectRefused(await api.send('POST', path), 409, 'CONFLICT');
    const confirm = await api.send('POST', `${path}/confirm`, { code: '123456' });
    expectRefused(confirm, 409, 'CONFLICT');
  }
  const contactVerification = { [channel]: 'PENDING' };
  const { id } = api.mock.add.customer({ email: undefined, contactVerification });
  expectRefused(await api.send('POST', `/customers/${id}/${step}`), 409, 'CONFLICT');
  const missing = await api.send('POST', `/customers/Customer:none/${step}`);
  expectRefused(missing, 404, 'USER_NOT_FOUND');
  expect(api.mock.outbox).toEqual([]);
});

test('rule 63: a code is valid for some minutes, and only after it was sent', async (api) => {
  const { id } = api.mock.add.customer({ contactVerification: { email: 'PENDING' } });
  const path = `/customers/${id}/verify-email`;
  const confirm = () => api.send('POST', `${path}/confirm`, { code: '123456' });
  expectInvalid(await confirm(), 'code');
  await api.send('POST', path);
  api.mock.clock.advance({ minutes: 5 });
  expectInvalid(await confirm(), 'code');
  api.mock.clock.advance({ milliseconds: -1 });
  expect((await confirm()).status).toBe(200);
});

test('rule 63: a code verifies only the contact that it was sent to, and that once', async (api) => {
  const contactVerification = { email: 'PENDING', phone: 'PENDING' } as const;
  const { id, email } = api.mock.add.customer({ contactVerification });
  const other = api.mock.add.customer({ email, contactVerification }).id;
  const path = `/customers/${id}`;
  const confirm = () => api.send('POST', `${path}/verify-email/confirm`, { code: '123456' });
  await api.send('POST', `${path}/verify-email`);
  for (const contact of [`${id}/verify-phone`, `${other}/verify-email`]) {
    const foreign = await api.send('POST', `/customers/${contact}/confirm`, { code: '123456' });
    expectInvalid(foreign, 'code');
  }
  await api.send('PATCH', path, { email: 'new@example.com' });
  expectInvalid(await confirm(), 'code');
  await api.send('PATCH', path, { email });
  expect((await confirm()).status).toBe(200);
  await api.send('PATCH', path, { email: 'new@example.com' });
  await api.send('PATCH', path, { email });
  expectInvalid(await confirm(), 'code');
});
