import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused, idsOf } from '../../../test/support/open-mock.ts';

test('rule 79: an owner is read, listed and changed; what is left out stays', async (api) => {
  const owner = api.mock.add.beneficialOwner();
  api.mock.add.beneficialOwner();
  const path = `/beneficial-owners/${owner.id}`;
  const listed = async (customerId: string) =>
    idsOf(await api.send('GET', `/beneficial-owners?customerId=${customerId}`));
  expect((await api.send('GET', path)).body).toEqual(owner);
  const { body: customer } = await api.send('GET', `/customers/${owner.customerId}`);
  expect(customer).toMatchObject({ customerType: 'BUSINESS', kybStatus: 'UNVERIFIED' });
  expect(await listed(owner.customerId)).toEqual([owner.id]);
  expect(await listed('Customer:none')).toEqual([]);
  expectInvalid(await api.send('GET', '/beneficial-owners'), 'customerId');
  const update = { ownershipPercentage: 30, personalInfo: { lastName: 'Lovelace' } };
  expectInvalid(await api.send('PATCH', path, { ...update, kycStatus: 'APPROVED' }), 'kycStatus');
  const { status, body } = await api.send('PATCH', path, update);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...owner,
    ownershipPercentage: 30,
    personalInfo: { ...owner.personalInfo, lastName: 'Lovelace' },
  });
});

test('rule 79: owners belong to a business', async (api) => {
  const owner = api.mock.add.beneficialOwner();
  const { roles, ownershipPercentage, personalInfo } = owner;
  const send = (customerId: string, percentage = ownershipPercentage) => {
    const body = { customerId, roles, ownershipPercentage: percentage, personalInfo };
    return api.send('POST', '/beneficial-owners', body);
  };
  expectInvalid(await send(api.mock.add.customer().id), 'customerId');
  expectInvalid(await send(owner.customerId, 101), 'ownershipPercentage');
  expectRefused(await send('Customer:none'), 404, 'USER_NOT_FOUND');
});

test('an owner who sold the share is updated to 0 percent', async (api) => {
  const { id } = api.mock.add.beneficialOwner({ ownershipPercentage: 60 });
  const path = `/beneficial-owners/${id}`;
  const updated = await api.send('PATCH', path, { ownershipPercentage: 0 });
  expect(updated).toMatchObject({ status: 200, body: { ownershipPercentage: 0 } });
  expect((await api.send('GET', path)).body).toEqual(updated.body);
});
