import { expect } from 'vitest';
import { expectInvalid, expectRefused, idsOf } from '../../../test/support/open-mock.ts';
import { rules } from '../../../test/support/rules.ts';

rules('beneficial owners', (test, open) => {
  test('rule 79: an owner is read, listed and changed; what is left out stays', async (api) => {
    const owner = api.mock.add.beneficialOwner();
    api.mock.add.beneficialOwner();
    const path = `/beneficial-owners/${owner.id}`;
    const listed = async (customerId: string) =>
      idsOf(await api.send('GET', `/beneficial-owners?customerId=${customerId}`));
    expect((await api.send('GET', path)).body).toEqual(owner);
    expect(await listed(owner.customerId)).toEqual([owner.id]);
    expect(await listed('Customer:none')).toEqual([]);
    expectInvalid(await api.send('GET', '/beneficial-owners'), 'customerId');
    const update = { ownershipPercentage: 30, personalInfo: { lastName: 'Lovelace' } };
    const { status, body } = await api.send('PATCH', path, update);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...owner,
      ownershipPercentage: 30,
      personalInfo: { ...owner.personalInfo, lastName: 'Lovelace' },
    });
    expectRefused(await api.send('GET', '/beneficial-owners/BeneficialOwner:x'), 404, 'NOT_FOUND');
    expectRefused(
      await api.send('PATCH', '/beneficial-owners/BeneficialOwner:x', update),
      404,
      'NOT_FOUND',
    );
  });

  test.each([
    [{}, 'body'],
    [{ roles: 'UBO' }, 'roles'],
    [{ roles: ['KING'] }, 'roles.0'],
    [{ ownershipPercentage: 30.5 }, 'ownershipPercentage'],
    [{ ownershipPercentage: -1 }, 'ownershipPercentage'],
    [{ personalInfo: { birthDate: '1990-02-30' } }, 'personalInfo.birthDate'],
    [{ personalInfo: { phoneNumber: '5550123' } }, 'personalInfo.phoneNumber'],
    [{ personalInfo: { phoneNumber: '0123' } }, 'personalInfo.phoneNumber'],
    [{ personalInfo: { idType: 'NON_US_TAX_ID' } }, 'personalInfo.countryOfIssuance'],
    [{ personalInfo: { identifier: '123456789' } }, 'personalInfo.identifier'],
    [{ personalInfo: { address: { line1: 'A' } } }, 'personalInfo.address'],
    [{ kycStatus: 'APPROVED' }, 'kycStatus'],
  ])('rule 60: the update %j of an owner is 400', async (body, field) => {
    const api = await open();
    const { id } = api.mock.add.beneficialOwner();
    const before = api.mock.snapshot().tables.beneficialOwners;
    const reply = await api.send('PATCH', `/beneficial-owners/${id}`, body);
    expectRefused(reply, 400, 'INVALID_INPUT');
    const { errors } = reply.body.details as { errors: { field: string }[] };
    expect(errors.some((error) => error.field.startsWith(field))).toBe(true);
    expect(api.mock.snapshot().tables.beneficialOwners).toEqual(before);
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
});
