import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';

rules('issuing of cards', (door) => {
  const create = (lab: Lab, fields: Record<string, unknown> = {}) => {
    const { account } = lab.mock.add.wallet();
    const { customerId: cardholderId, id } = account;
    const body = { cardholderId, form: 'VIRTUAL', fundingSources: [id], ...fields };
    return lab.send('POST', '/cards', body);
  };
  const read = async (lab: Lab, id: unknown) => (await lab.send('GET', `/cards/${id}`)).body;

  test('rule 70: a new card is pending, gets an id of the platform, and becomes active', async () => {
    const lab = await openLab(door);
    const { status, body } = await create(lab);
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'PENDING_ISSUE', currency: 'USD', stateReason: null });
    expect(body.platformCardId).toBeTruthy();
    expect(await read(lab, body.id)).toMatchObject({ state: 'ACTIVE' });
  });

  test("rule 70: the card's form, sources and cardholder are checked", async () => {
    const lab = await openLab(door);
    expectInvalid(await create(lab, { form: 'PHYSICAL' }), 'form');
    expectInvalid(await create(lab, { fundingSources: [] }), 'fundingSources');
    const { id } = lab.mock.add.internalAccount();
    expectInvalid(await create(lab, { fundingSources: [id] }), 'fundingSources.0');
    const unverified = lab.mock.add.customer({ kycStatus: 'PENDING' });
    expectInvalid(await create(lab, { cardholderId: unverified.id }), 'cardholderId');
    const missing = await create(lab, { cardholderId: 'Customer:none' });
    expectRefused(missing, 404, 'USER_NOT_FOUND');
  });

  test('rule 68: a card the issuer rejects is closed for that reason', async () => {
    const lab = await openLab(door);
    const { body } = await create(lab, { platformCardId: 'mine-002' });
    const expected = { state: 'CLOSED', stateReason: 'ISSUER_REJECTED' };
    expect(await read(lab, body.id)).toMatchObject(expected);
  });

  test('rule 81: a card may stay pending, or for half a minute', async () => {
    const lab = await openLab(door);
    const stuck = await create(lab, { platformCardId: 'mine-001' });
    const late = await create(lab, { platformCardId: 'mine-005' });
    const states = async () =>
      [await read(lab, stuck.body.id), await read(lab, late.body.id)].map(({ state }) => state);
    lab.mock.clock.advance({ seconds: 29 });
    expect(await states()).toEqual(['PENDING_ISSUE', 'PENDING_ISSUE']);
    lab.mock.clock.advance({ seconds: 1 });
    expect(await states()).toEqual(['PENDING_ISSUE', 'ACTIVE']);
  });

  test('rule 67: funding sources that end in 002 and 003 are not eligible', async () => {
    const lab = await openLab(door);
    const { id: cardholderId } = lab.mock.add.customer();
    const issue = (id: string) => {
      lab.mock.add.internalAccount({
        id: id as `InternalAccount:${string}`,
        customerId: cardholderId,
      });
      return lab.send('POST', '/cards', { cardholderId, form: 'VIRTUAL', fundingSources: [id] });
    };
    expectInvalid(await issue('InternalAccount:x002'), 'fundingSources.0');
    expectInvalid(await issue('InternalAccount:x003'), 'fundingSources.0');
    for (const suffix of ['001', '005', '006', '123']) {
      expect((await issue(`InternalAccount:x${suffix}`)).status).toBe(201);
    }
  });
});
