import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';

rules('KYC link', (door) => {
  test('rule 80: the same key returns the first response, another key or none a new link', async () => {
    const lab = await openLab(door);
    const path = `/customers/${lab.mock.add.customer().id}/kyc-link`;
    const create = (key?: string, body?: unknown) =>
      lab.send('POST', path, body, key === undefined ? {} : { 'idempotency-key': key });
    const first = await create('a');
    expect(first.status).toBe(200);
    lab.mock.clock.advance({ minutes: 1 });
    const again = await create('a', { redirectUri: 'https://example.com' });
    expect(again.body).toEqual(first.body);
    expect(lab.mock.requests.at(-1)?.notes).toHaveLength(1);
    const links = [first, await create('b'), await create(), await create()];
    expect(new Set(links.map(({ body }) => body.kycUrl)).size).toBe(4);
    expect(Date.parse(String(first.body.expiresAt))).toBeGreaterThan(lab.mock.clock.now());
  });

  test('rule 80: a key belongs to one customer', async () => {
    const lab = await openLab(door);
    const [one, two] = [lab.mock.add.customer(), lab.mock.add.customer()];
    const create = (id: string) =>
      lab.send('POST', `/customers/${id}/kyc-link`, {}, { 'idempotency-key': 'k' });
    const [first, second] = [await create(one.id), await create(two.id)];
    expect(first.body.kycUrl).not.toBe(second.body.kycUrl);
  });

  test.each([
    ['https://example.com/done?x=1', true],
    ['http://localhost:3000/done', true],
    ['http://127.0.0.1/', true],
    ['http://example.com/', false],
    ['http://localhost.example.com/', false],
    ['ftp://example.com/', false],
    ['nonsense', false],
  ])('rule 80: the redirect %s', async (redirectUri, isAccepted) => {
    const lab = await openLab(door);
    const path = `/customers/${lab.mock.add.customer().id}/kyc-link`;
    const reply = await lab.send('POST', path, { redirectUri });
    if (!isAccepted) return expectInvalid(reply, 'redirectUri');
    const { searchParams } = new URL(String(reply.body.kycUrl));
    expect(searchParams.get('redirectUri')).toBe(redirectUri);
  });

  test('rule 80: an unknown customer is 404, and the link is in no log', async () => {
    const lab = await openLab(door);
    const missing = await lab.send('POST', '/customers/Customer:none/kyc-link', {});
    expectRefused(missing, 404, 'USER_NOT_FOUND');
    const path = `/customers/${lab.mock.add.customer().id}/kyc-link`;
    const { body } = await lab.send('POST', path);
    expect(JSON.stringify(lab.mock.requests)).not.toContain(String(body.kycUrl));
  });
});
