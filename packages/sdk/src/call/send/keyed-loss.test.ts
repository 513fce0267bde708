import { expect, test } from 'vitest';
import {
  networkError,
  refusal,
  reportingClient,
  scriptedClient,
} from '../../../test/scripted-service.ts';
import { ConnectionError, OutcomeUnknownError } from '../../errors/network-errors.ts';

const customer = { customerId: 'Customer:1' };
const options = { idempotencyKey: 'mine' };

function html(status: number): Response {
  return new Response('<html>', { status });
}

const unavailable = () => refusal(503, 'SERVICE_UNAVAILABLE');

test.each([
  ['a lost response', [networkError('ECONNRESET'), unavailable(), unavailable()]],
  ['a gateway that gave up', [html(504), unavailable(), unavailable()]],
  [
    'a lost response and a final refusal',
    [networkError('ECONNRESET'), refusal(400, 'INVALID_INPUT')],
  ],
  ['a lost response and a redirect', [networkError('ECONNRESET'), html(302)]],
  ['nothing but gateways that gave up', [html(502), html(502), html(502)]],
])('a keyed write after %s has an unknown outcome', async (_what, script) => {
  const { payments, received } = scriptedClient([...script]);
  const sent = script.length;
  const error = await payments.customers.createKycLink(customer, options).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(error.idempotencyKey).toBe('mine');
  expect(error.action).toContain('same `idempotencyKey`');
  expect(error.toJSON()).toMatchObject({ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'mine' });
  expect(received).toHaveLength(sent);
});

test('a keyed write that is aborted under way has an unknown outcome', async () => {
  const controller = new AbortController();
  const script = () => {
    controller.abort();
    return new Promise<never>(() => {});
  };
  const { payments } = scriptedClient([script]);
  const call = payments.customers.createKycLink(customer, {
    ...options,
    signal: controller.signal,
  });
  await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', idempotencyKey: 'mine' });
});

test.each([
  ['refused on every attempt', [unavailable(), unavailable(), unavailable()], 'ServiceError'],
  ['refused for good', [refusal(400, 'INVALID_INPUT')], 'BadRequestError'],
])('a keyed write that was %s was not applied', async (_what, script, name) => {
  const { payments } = scriptedClient([...script]);
  await expect(payments.customers.createKycLink(customer, options)).rejects.toMatchObject({ name });
});

test('the error of a keyed write that never left has no key: nothing was changed', async () => {
  const refused = () => networkError('ECONNREFUSED');
  const { payments } = reportingClient([refused(), refused(), refused()]);
  const call = payments.customers.createKycLink(customer, options);
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).not.toHaveProperty('idempotencyKey');
  expect(error).toMatchObject({
    action: expect.stringContaining('Nothing was changed'),
  });
});
