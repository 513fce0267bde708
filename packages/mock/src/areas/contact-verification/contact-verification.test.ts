import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';

const channels = [
  ['email', 'verify-email'],
  ['phone', 'verify-phone'],
] as const;

rules('contact verification', (test, door) => {
  test.each(channels)('rule 63: a %s is verified by its code', async (channel, step) => {
    const lab = await openLab(door);
    const { id } = lab.mock.add.customer({
      phoneNumber: '+4915112345678',
      contactVerification: { [channel]: 'PENDING' },
    });
    const path = `/customers/${id}/${step}`;
    expectRefused(await lab.send('POST', `/customers/${id}/kyc-link`), 409, 'CONFLICT');
    expect((await lab.send('POST', path)).status).toBe(204);
    const [message] = lab.mock.outbox;
    expect(message).toMatchObject({ code: '123456', credentialId: id });
    expectInvalid(await lab.send('POST', `${path}/confirm`, { code: '000000' }), 'code');
    const confirmed = await lab.send('POST', `${path}/confirm`, { code: '123456' });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body).toMatchObject({ contactVerification: { [channel]: 'VERIFIED' } });
    expectRefused(await lab.send('POST', path), 409, 'CONFLICT');
    expect(JSON.stringify(lab.mock.requests)).not.toContain('123456"');
    expect((await lab.send('POST', `/customers/${id}/kyc-link`)).status).toBe(200);
  });

  test.each(channels)('rule 63: a %s that need not be verified is 409', async (channel, step) => {
    const lab = await openLab(door);
    const other = channel === 'email' ? 'phone' : 'email';
    const customers = [
      lab.mock.add.customer(),
      lab.mock.add.customer({ contactVerification: { [other]: 'PENDING' } }),
    ];
    for (const { id } of customers) {
      const path = `/customers/${id}/${step}`;
      expectRefused(await lab.send('POST', path), 409, 'CONFLICT');
      const confirm = await lab.send('POST', `${path}/confirm`, { code: '123456' });
      expectRefused(confirm, 409, 'CONFLICT');
    }
    const missing = await lab.send('POST', `/customers/Customer:none/${step}`);
    expectRefused(missing, 404, 'USER_NOT_FOUND');
    expect(lab.mock.outbox).toEqual([]);
  });

  test('rule 63: a code is valid for some minutes, and only after it was sent', async (lab) => {
    const { id } = lab.mock.add.customer({ contactVerification: { email: 'PENDING' } });
    const path = `/customers/${id}/verify-email`;
    const confirm = () => lab.send('POST', `${path}/confirm`, { code: '123456' });
    expectInvalid(await confirm(), 'code');
    await lab.send('POST', path);
    lab.mock.clock.advance({ minutes: 5 });
    expectInvalid(await confirm(), 'code');
    lab.mock.clock.advance({ milliseconds: -1 });
    expect((await confirm()).status).toBe(200);
  });
});
