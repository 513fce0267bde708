import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient, PaymentsError } from '@org/payments-sdk';
import { expect, onTestFinished, test } from 'vitest';

async function start() {
  const mock = createMock({ seed: 'hostile', checkResponses: true });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  return { mock, payments: createPaymentsClient(server.connection) };
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );

/** A JSON value of nested lists. It is built without recursion, because it can be very deep. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

test('rule 99: an own field named __proto__ is refused by its name before or by the service', async () => {
  const { payments, mock } = await start();
  const input = JSON.parse(
    '{"customerType":"INDIVIDUAL","fullName":"Ada","__proto__":{"kycStatus":"APPROVED"}}',
  );
  const error = await failureOf(payments.customers.create(input));
  expect(error).toMatchObject({ issues: [{ path: expect.stringContaining('__proto__') }] });
  expect(error).toBeInstanceOf(PaymentsError);
  expect(mock.snapshot().tables.customers.rows).toEqual([]);

  const raw = payments.request({ method: 'POST', path: '/customers', body: input });
  expect(await failureOf(raw)).toMatchObject({
    name: 'BadRequestError',
    code: 'INVALID_INPUT',
    issues: [{ path: '__proto__' }],
  });
});

test.each([50, 1_000, 20_000])(
  'rule 99: a body of %d levels is a typed error, and the next call works',
  async (levels) => {
    const { payments, mock } = await start();
    const body = { customerType: 'INDIVIDUAL', fullName: nested(levels) };
    const raw = await failureOf(payments.request({ method: 'POST', path: '/customers', body }));
    expect(raw).toBeInstanceOf(PaymentsError);
    expect(['INVALID_INPUT', 'INVALID_REQUEST', 'INVALID_REQUEST_FORMAT']).toContain(
      (raw as PaymentsError).code,
    );
    const typed = await failureOf(payments.customers.create(body as never));
    expect(typed).toMatchObject({ code: 'INVALID_REQUEST', fault: 'caller' });
    expect(typed).toBeInstanceOf(PaymentsError);
    expect(mock.snapshot().tables.customers.rows).toEqual([]);
    expect((await payments.customers.list()).data).toEqual([]);
  },
);
