import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused, type OpenMock } from '../../../test/support/open-mock.ts';

const inviterUma = '$ada@pay.example.com';
const inviteeUma = '$grace@wallet.example.com';

async function invite(api: OpenMock, fields: object = {}): Promise<string> {
  api.mock.add.customer({ umaAddress: inviterUma });
  const reply = await api.send('POST', '/invitations', { inviterUma, ...fields });
  expect(reply.status).toBe(201);
  return String(reply.body.code);
}

const claim = (api: OpenMock, code: string, uma = inviteeUma) =>
  api.send('POST', `/invitations/${code}/claim`, { inviteeUma: uma });
const cancel = (api: OpenMock, code: string) => api.send('POST', `/invitations/${code}/cancel`);
const read = async (api: OpenMock, code: string) =>
  (await api.send('GET', `/invitations/${code}`)).body;

test('rule 173: an invitation ends at its time, and not an instant before; a claim is told', async (api) => {
  await api.send('PATCH', '/config', { umaDomain: 'pay.example.com' });
  const [one, other] = [
    await invite(api, { expiresAt: '2026-01-05T10:00:00Z', firstName: 'Grace' }),
    await invite(api, { expiresAt: '2026-01-05T10:00:00Z' }),
  ];
  api.mock.clock.set('2026-01-05T09:59:59.999Z');
  const claimed = await claim(api, one);
  expect(claimed.body).toMatchObject({
    url: `https://pay.example.com/i/${one}`,
    firstName: 'Grace',
  });
  expect(api.mock.eventsOf('INVITATION.CLAIMED').map(({ data }) => data)).toEqual([claimed.body]);
  api.mock.clock.set('2026-01-05T10:00:00Z');
  expectInvalid(await claim(api, other), 'invitationCode');
  expectInvalid(await cancel(api, other), 'invitationCode');
  expect([(await read(api, one)).status, (await read(api, other)).status]).toEqual([
    'CLAIMED',
    'EXPIRED',
  ]);
});

test('rule 173: bad addresses, times and amounts are refused', async (api) => {
  for (const uma of ['ada@example.com', '$ada', '$@example.com', '$ada@', '$a b@example.com']) {
    const reply = await api.send('POST', '/invitations', { inviterUma: uma });
    expectRefused(reply, 400, 'INVALID_UMA_ADDRESS');
  }
  const send = (fields: object) => api.send('POST', '/invitations', { inviterUma, ...fields });
  expectInvalid(await send({}), 'inviterUma');
  const code = await invite(api);
  expectInvalid(await send({ expiresAt: '2026-01-05T09:00:00Z' }), 'expiresAt');
  expectInvalid(await send({ amountToSend: 0 }), 'amountToSend');
  expectRefused(await claim(api, code, 'grace'), 400, 'INVALID_UMA_ADDRESS');
  expect((await read(api, code)).status).toBe('PENDING');
  expectRefused(await claim(api, 'INV-0'), 404, 'INVITATION_NOT_FOUND');
});

test('rule 173: an invitation without a time stays valid, and is claimed or cancelled once', async (api) => {
  api.mock.add.customer({ umaAddress: inviterUma, currencies: ['EUR'] });
  const create = async () =>
    (await api.send('POST', '/invitations', { inviterUma, amountToSend: 500 })).body;
  const [one, other] = [await create(), await create()];
  const code = expect.stringMatching(/^INV-[0-9A-F]{10}$/);
  const amountToSend = { amount: 500, currency: { code: 'EUR' } };
  expect(one).toMatchObject({ code, inviterUma, status: 'PENDING', amountToSend });
  for (const field of ['expiresAt', 'claimedAt', 'inviteeUma', 'firstName'])
    expect(one).not.toHaveProperty(field);
  api.mock.clock.set('2036-01-05T09:00:00Z');
  const claimed = (await claim(api, String(one.code))).body;
  const claimedAt = '2036-01-05T09:00:00.000Z';
  expect(claimed).toEqual({ ...one, status: 'CLAIMED', inviteeUma, claimedAt });
  expect((await cancel(api, String(other.code))).body).toEqual({ ...other, status: 'CANCELLED' });
  for (const act of [claim, cancel]) {
    expectRefused(await act(api, String(one.code)), 400, 'INVITATION_ALREADY_CLAIMED');
    expectRefused(await act(api, String(other.code)), 400, 'INVITATION_CANCELLED');
  }
  expect(api.mock.eventsOf('INVITATION.CLAIMED').map(({ data }) => data)).toEqual([claimed]);
});

test('rule 173: a waiting invitation names the address that its inviter has now', async (api) => {
  const { id } = api.mock.add.customer({ umaAddress: inviterUma });
  const create = async () =>
    String((await api.send('POST', '/invitations', { inviterUma })).body.code);
  const [waiting, claimed] = [await create(), await create()];
  await claim(api, claimed);
  const changed = '$countess@pay.example.com';
  await api.send('PATCH', `/customers/${id}`, { umaAddress: changed });
  api.mock.add.customer({ umaAddress: inviterUma });
  expect((await read(api, waiting)).inviterUma).toBe(changed);
  expect((await read(api, claimed)).inviterUma).toBe(inviterUma);
});
