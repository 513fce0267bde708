import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';

/** A customer with an account, and a bank account whose transfers end after 30 seconds. */
function scene(lab: Lab) {
  const { id: customerId } = lab.mock.add.customer();
  const { id: to } = lab.mock.add.internalAccount({ customerId, available: 100 });
  const pull = async (accountNumber: string) => {
    const { id: from } = lab.mock.add.externalAccount({ customerId, accountNumber });
    const source = { accountId: from };
    const body = { source, destination: { accountId: to }, amount: 10 };
    return (await lab.send('POST', '/transfer-in', body)).body;
  };
  const kinds = () =>
    lab.mock.events.flatMap(({ type }) => (type.startsWith('INCOMING') ? [type] : []));
  return { pull, kinds };
}

rules('transfers in from an own account', (door) => {
  test('rule 94: no approval is asked for money that the platform itself pulls', async () => {
    const lab = await openLab(door);
    const { pull, kinds } = scene(lab);
    const asked: string[] = [];
    lab.mock.deliverTo(async (request) => {
      asked.push(((await request.json()) as { readonly type: string }).type);
      return Response.json({ reason: 'unknown sender' }, { status: 403 });
    });
    expect(await pull('000123456')).toMatchObject({ status: 'COMPLETED' });
    const slow = await pull('000123005');
    expect(slow).toMatchObject({ status: 'PENDING' });
    await lab.mock.webhooks.flush();
    const read = async () => (await lab.send('GET', `/transactions/${slow.id}`)).body.status;
    expect(await read()).toBe('PENDING');
    lab.mock.clock.advance({ seconds: 31 });
    await lab.mock.webhooks.flush();
    expect(await read()).toBe('FAILED');
    expect(kinds()).toEqual(['INCOMING_PAYMENT.COMPLETED', 'INCOMING_PAYMENT.FAILED']);
    const [failed] = lab.mock.eventsOf('INCOMING_PAYMENT.FAILED');
    expect(failed?.timestamp).toBe('2026-01-05T09:00:30.000Z');
    expect(asked).not.toContain('INCOMING_PAYMENT.PENDING');
  });

  test('rule 94: a transfer in is neither approved nor rejected, and such a request moves nothing', async () => {
    const lab = await openLab(door);
    const { pull } = scene(lab);
    const { id } = await pull('000123005');
    for (const verb of ['approve', 'reject']) {
      const reply = await lab.send('POST', `/transactions/${id}/${verb}`);
      expectRefused(reply, 409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL');
      expect(reply.headers.get('mock-explanation')).toMatch(
        /a transfer that the platform requested/,
      );
    }
    lab.mock.clock.advance({ seconds: 31 });
    expect((await lab.send('GET', `/transactions/${id}`)).body.status).toBe('FAILED');
    expect(lab.mock.ledger.balances()[0]).toMatchObject({ balances: 100, moneyIn: 100 });
  });
});
