import { expect, test } from 'vitest';
import { rules } from '../../test/lab/doors.ts';
import { openLab } from '../../test/lab/lab.ts';

const never = () => new Promise<Response>(() => undefined);

rules('requests for approval', (door) => {
  test('rule 94: the response to a request for approval decides the payment', async () => {
    const json = (status: number, body: unknown) => Response.json(body, { status });
    const cases: readonly (readonly [() => Response | Promise<Response>, string])[] = [
      [() => json(200, { receiverCustomerInfo: { FULL_NAME: 'Ada' } }), 'COMPLETED'],
      [() => new Response(null, { status: 200 }), 'COMPLETED'],
      [() => json(403, { reason: 'unknown sender' }), 'REJECTED'],
      [() => json(422, { requiredFields: ['BIRTH_DATE'] }), 'PENDING'],
      [() => new Response(null, { status: 202 }), 'PENDING'],
      [() => new Response(null, { status: 500 }), 'PENDING'],
      [() => Promise.reject(new Error('refused')), 'PENDING'],
    ];
    for (const [respond, status] of cases) {
      const lab = await openLab(door);
      const customerId = lab.mock.add.customer().id;
      const account = lab.mock.add.internalAccount({ customerId });
      lab.mock.deliverTo((request) =>
        request.headers.get('x-service-signature') === null ? never() : respond(),
      );
      const { id } = lab.mock.add.transaction({ customerId, movesMoney: true });
      await lab.mock.webhooks.flush();
      expect((await lab.send('GET', `/transactions/${id}`)).body.status).toBe(status);
      const { balances } = lab.mock.ledger.balances()[0] ?? { balances: 0 };
      expect(balances).toBe(status === 'COMPLETED' ? 1000 : 0);
      expect(lab.mock.eventsOf('INCOMING_PAYMENT.COMPLETED')).toHaveLength(
        status === 'COMPLETED' ? 1 : 0,
      );
      expect(account.id).toBeTruthy();
    }
  });

  test('rule 94: a decision counts within 5 seconds of mock time, and not at the instant they end', async () => {
    for (const [milliseconds, status] of [
      [4999, 'COMPLETED'],
      [5000, 'PENDING'],
    ] as const) {
      const lab = await openLab(door);
      lab.mock.deliverTo(() => {
        lab.mock.clock.advance({ milliseconds });
        return new Response(null, { status: 200 });
      });
      const { id } = lab.mock.add.transaction();
      await lab.mock.webhooks.flush();
      expect((await lab.send('GET', `/transactions/${id}`)).body.status).toBe(status);
    }
  });

  test('rule 94: an endpoint that never responds postpones, and a later rejection works', async () => {
    const lab = await openLab(door);
    lab.mock.deliverTo(never);
    const { id } = lab.mock.add.transaction();
    const flushed = lab.mock.webhooks.flush();
    lab.mock.clock.advance({ seconds: 5 });
    await flushed;
    expect(lab.mock.webhooks.deliveries).toMatchObject([
      {
        state: 'failed',
        attempts: [{ error: 'The endpoint sent no response within 5 seconds' }],
      },
    ]);
    expect((await lab.send('GET', `/transactions/${id}`)).body.status).toBe('PENDING');
    expect((await lab.send('POST', `/transactions/${id}/reject`)).status).toBe(200);
  });
});
