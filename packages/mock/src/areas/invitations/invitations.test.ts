import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, type Lab } from '../../../test/lab/lab.ts';

const inviterUma = '$ada@pay.example.com';
const inviteeUma = '$grace@wallet.example.com';

async function invite(lab: Lab, fields: object = {}): Promise<string> {
  const reply = await lab.send('POST', '/invitations', { inviterUma, ...fields });
  expect(reply.status).toBe(201);
  return String(reply.body.code);
}

const claim = (lab: Lab, code: string, uma = inviteeUma) =>
  lab.send('POST', `/invitations/${code}/claim`, { inviteeUma: uma });
const cancel = (lab: Lab, code: string) => lab.send('POST', `/invitations/${code}/cancel`);
const read = async (lab: Lab, code: string) => (await lab.send('GET', `/invitations/${code}`)).body;

rules('invitations', (test) => {
  test('an invitation is created, read and claimed once, which emits one event', async (lab) => {
    await lab.send('PATCH', '/config', { umaDomain: 'pay.example.com' });
    lab.mock.add.customer({ umaAddress: inviterUma, currencies: ['EUR'] });
    const code = await invite(lab, { firstName: 'Ada', amountToSend: 500 });
    const created = await read(lab, code);
    expect(created).toMatchObject({
      code,
      url: `https://pay.example.com/i/${code}`,
      status: 'PENDING',
      firstName: 'Ada',
      amountToSend: { amount: 500, currency: { code: 'EUR' } },
    });
    expect(lab.mock.eventsOf('INVITATION')).toEqual([]);
    lab.mock.clock.advance({ minutes: 1 });
    const claimed = await claim(lab, code);
    expect(claimed).toMatchObject({
      status: 200,
      body: { ...created, status: 'CLAIMED', inviteeUma, claimedAt: '2026-01-05T09:01:00.000Z' },
    });
    expect(await read(lab, code)).toEqual(claimed.body);
    expect(lab.mock.eventsOf('INVITATION.CLAIMED').map(({ data }) => data)).toEqual([claimed.body]);
    expectRefused(await claim(lab, code), 400, 'INVITATION_ALREADY_CLAIMED');
    expectRefused(await cancel(lab, code), 400, 'INVITATION_ALREADY_CLAIMED');
    expect(lab.mock.eventsOf('INVITATION')).toHaveLength(1);
  });

  test('a cancelled invitation cannot be claimed, and emits nothing', async (lab) => {
    const code = await invite(lab);
    expect((await cancel(lab, code)).body).toMatchObject({ code, status: 'CANCELLED' });
    expectRefused(await claim(lab, code), 400, 'INVITATION_CANCELLED');
    expectRefused(await cancel(lab, code), 400, 'INVITATION_CANCELLED');
    expect(lab.mock.events).toEqual([]);
  });

  test('an invitation ends at its time, and not an instant before', async (lab) => {
    const [one, other] = [
      await invite(lab, { expiresAt: '2026-01-05T10:00:00Z' }),
      await invite(lab, { expiresAt: '2026-01-05T10:00:00Z' }),
    ];
    lab.mock.clock.set('2026-01-05T09:59:59.999Z');
    expect((await claim(lab, one)).status).toBe(200);
    lab.mock.clock.set('2026-01-05T10:00:00Z');
    expectInvalid(await claim(lab, other), 'invitationCode');
    expectInvalid(await cancel(lab, other), 'invitationCode');
    expect([(await read(lab, one)).status, (await read(lab, other)).status]).toEqual([
      'CLAIMED',
      'EXPIRED',
    ]);
  });

  test('bad addresses, times and amounts are refused', async (lab) => {
    for (const uma of ['ada@example.com', '$ada', '$@example.com', '$ada@', '$a b@example.com']) {
      const reply = await lab.send('POST', '/invitations', { inviterUma: uma });
      expectRefused(reply, 400, 'INVALID_UMA_ADDRESS');
    }
    const send = (fields: object) => lab.send('POST', '/invitations', { inviterUma, ...fields });
    expectInvalid(await send({ expiresAt: '2026-01-05T09:00:00Z' }), 'expiresAt');
    expectInvalid(await send({ amountToSend: 0 }), 'amountToSend');
    const code = await invite(lab);
    expectRefused(await claim(lab, code, 'grace'), 400, 'INVALID_UMA_ADDRESS');
    expect((await read(lab, code)).status).toBe('PENDING');
    expectRefused(await claim(lab, 'INV-0'), 404, 'INVITATION_NOT_FOUND');
  });
});
