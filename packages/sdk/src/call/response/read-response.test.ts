import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  card,
  challenge,
  document,
  json,
  kycLink as link,
  scriptedClient,
} from '../../../test/scripted-service.ts';
import { thrown } from '../../../test/thrown.ts';
import { ContractError, OutcomeUnknownError } from '../../errors/network-errors.ts';
import type { DriftReport } from '../options.ts';
import { parseJson, withTexts } from './parse-json.ts';

const pageOf = (...data: unknown[]) => json(200, { data, hasMore: false });

describe('responses that differ from the contract', () => {
  test('strict: a missing field is a ContractError that names the field', async () => {
    const { id: _, ...withoutId } = document;
    const { payments } = scriptedClient([pageOf(document, withoutId)]);
    const error = await payments.documents.list().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({
      accepted: false,
      status: 200,
      drift: [{ kind: 'mismatch', path: 'data.1.id' }],
    });
  });

  test('null in an optional field counts as left out, in each kind of response', async () => {
    const onDrift = vi.fn<(report: DriftReport) => void>();
    const stamper = { stamp: async () => 'stamp-value' };
    const { payments } = scriptedClient(
      [
        json(200, { data: [{ ...document, side: null }], hasMore: false, nextCursor: null }),
        json(202, { ...challenge, type: null }),
        json(200, { ...card, last4: null, stateReason: null }),
      ],
      { onDrift },
    );
    const page = await payments.documents.list();
    expect(page).toEqual({ data: [document], hasMore: false });
    const frozen = await payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper });
    expect(frozen).not.toHaveProperty('last4');
    expect(frozen.stateReason).toBeNull();
    const paths = onDrift.mock.calls.map(([report]) => report.drift.map(({ path }) => path));
    expect(paths).toEqual([['data.0.side', 'nextCursor'], ['last4']]);
  });

  test('warn: a missing field is reported, and the response returned unchanged', async () => {
    const onDrift = vi.fn<(report: DriftReport) => void>();
    const { payments } = scriptedClient([pageOf({ ...document, country: 7 })], {
      validate: 'warn',
      onDrift,
    });
    const { data } = await payments.documents.list();
    expect(data[0]?.country).toBe(7);
    expect(onDrift.mock.calls[0]?.[0]).toMatchObject({
      operation: 'documents.list',
      drift: [{ kind: 'mismatch', path: 'data.0.country' }],
    });
  });

  test('off: responses are not checked', async () => {
    const onDrift = vi.fn();
    const { payments } = scriptedClient([pageOf({})], { validate: 'off', onDrift });
    await expect(payments.documents.list()).resolves.toEqual({ data: [{}], hasMore: false });
    expect(onDrift).not.toHaveBeenCalled();
  });

  test('a body beyond the limit is a ContractError that names the option', async () => {
    const body = new Response('x'.repeat(2_000));
    const { payments } = scriptedClient([body], { maxResponseBytes: 1_000, retry: 0 });
    const failure = payments.documents.list();
    await expect(failure).rejects.toBeInstanceOf(ContractError);
    await expect(failure).rejects.toThrow(/larger than 1000 bytes, the option `maxResponseBytes`/);
  });
});

describe('error responses', () => {
  test.each(['INVALID_REQUEST_FORMAT', 'TOO_BIG'])('a 413 with %s asks for less', async (code) => {
    const { payments } = scriptedClient([json(413, { status: 413, code, message: 'No.' })]);
    const action = expect.stringContaining('smaller body');
    await expect(payments.documents.list()).rejects.toMatchObject({ code, action });
  });

  test('become errors with code, field issues, request id and action', async () => {
    const body = {
      status: 400,
      code: 'INVALID_INPUT',
      message: 'Two fields are wrong.',
      details: { errors: [{ field: 'email', message: 'is taken' }, { field: 'address.line1' }] },
    };
    const { payments } = scriptedClient([json(400, body, { 'request-id': 'Request:9' })]);
    const error = await payments.documents.list().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'BadRequestError',
      code: 'INVALID_INPUT',
      fault: 'caller',
      status: 400,
      requestId: 'Request:9',
      retryable: false,
      docs: 'https://org.github.io/payments-sdk/errors/INVALID_INPUT',
      issues: [
        { path: 'email', message: 'is taken' },
        { path: 'address.line1', message: 'is not valid' },
      ],
    });
    expect(String(error)).toBe(
      'BadRequestError [INVALID_INPUT] in documents.list: Two fields are wrong. Correct the fields that the service names and send again.',
    );
  });
});

const read = (literal: string) => {
  const { value, unsafe } = parseJson(`{"amount":${literal}}`);
  return { amount: (withTexts(value) as { amount: unknown }).amount, unsafe };
};

describe('a number of a response', () => {
  test.each([
    ['9007199254740993'],
    ['9007199254740993.0'],
    ['9.007199254740993e15'],
    ['9.007199254740993E+15'],
    ['90071992547409930e-1'],
    ['-9007199254740993.000'],
    ['9007199254740991.4'],
    ['100.00000000000000000001'],
    ['0.00000000000000000000000000009e-300000'],
    ['1e400'],
    ['-1e400'],
    ['1.5e300'],
    ['9007199254740992'],
    ['9007199254740992.0'],
    ['-9007199254740992.0'],
    ['90071992547409920e-1'],
    ['1E+16'],
    ['0.1e17'],
    ['1e22'],
    ['-1e308'],
  ])('that cannot be returned exactly keeps its text: %s', (literal) => {
    expect(read(literal)).toEqual({ amount: literal, unsafe: 1 });
  });

  test.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740991.0', 9_007_199_254_740_991],
    ['9.007199254740991e15', 9_007_199_254_740_991],
    ['1e3', 1000],
    ['1500e-2', 15],
    ['0e400', 0],
    ['-0.0', -0],
    ['0.1', 0.1],
    ['0.92000000000000000000001', 0.92],
    ['1.0000000000000002', 1.000_000_000_000_000_2],
  ])('that is exact, or a fraction, is read as a number: %s', (literal, number) => {
    expect(read(literal)).toEqual({ amount: number, unsafe: 0 });
  });

  test('is never an integer other than its literal, in any notation', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,22})$/);
    const fraction = fc.option(fc.stringMatching(/^\d{1,22}$/));
    const exponent = fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.nat(25)));
    const literals = fc.tuple(fc.constantFrom('', '-'), digits, fraction, exponent);
    fc.assert(
      fc.property(literals, ([sign, whole, decimals, power]) => {
        const [mark, places] = power ?? ['e', 0];
        const shift = mark.endsWith('-') ? -places : places;
        const literal = `${sign}${whole}${decimals === null ? '' : `.${decimals}`}${power === null ? '' : `${mark}${places}`}`;
        const { amount, unsafe } = read(literal);
        if (unsafe === 1) {
          expect(amount).toBe(literal);
          return;
        }
        expect(amount).toBe(Number(literal));
        if (!Number.isInteger(amount)) return;
        expect(Number.isSafeInteger(amount)).toBe(true);
        // The exact value, scaled to an integer by hand.
        const scale = BigInt((decimals?.length ?? 0) + 25);
        const scaled = BigInt(`${sign}${whole}${decimals ?? ''}`) * 10n ** BigInt(25 + shift);
        expect(scaled).toBe(BigInt(amount as number) * 10n ** scale);
      }),
      { numRuns: 5000 },
    );
  });

  test('is looked for among numbers only: ids, times and strings are parsed at full speed', () => {
    const text = JSON.stringify({
      id: 'Card:12e4567f-e89b-12d3-a456-426614174000',
      other: 'Card:12e4',
      iban: 'DE89370400440532013000',
      text: 'a, 1e5" 192.168.100.200',
      at: '2026-01-05T09:00:00.000000Z',
      rate: 0.92,
    });
    const parse = JSON.parse;
    const revivers: unknown[] = [];
    JSON.parse = (...args) => {
      revivers.push(args[1]);
      return parse(...args);
    };
    try {
      parseJson(text);
    } finally {
      JSON.parse = parse;
    }
    expect(revivers).toEqual([undefined]);
  });
});

const customer = { customerId: 'Customer:1' };
const transaction = { transactionId: 'Transaction:1' };

function body(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

describe.each(['strict', 'warn', 'off'] as const)('an accepted write, validate: %s', (validate) => {
  test.each([
    ['a missing field', { kycUrl: link.kycUrl }],
    ['a field that is null', { ...link, provider: null }],
    ['a field of another kind', { ...link, expiresAt: 7 }],
  ])('reaches the caller with %s', async (_what, value) => {
    const onDrift = vi.fn<(report: DriftReport) => void>();
    const { payments } = scriptedClient([json(200, value)], { validate, onDrift });
    const { data, response } = await payments.customers.createKycLink(customer).withResponse();
    expect(data).toEqual(value);
    expect(response.drift.length > 0).toBe(validate !== 'off');
    expect(onDrift).toHaveBeenCalledTimes(validate === 'off' ? 0 : 1);
  });

  test('is an error with the whole response where a known integer would be rounded', async () => {
    const amount = '{"amount":9007199254740993,"currency":{"code":"USD","decimals":2}}';
    const text = `{"id":"Transaction:1","status":"REJECTED","type":"INCOMING","receivedAmount":${amount},"customerId":"Customer:1","platformCustomerId":"p","destination":{"destinationType":"ACCOUNT","accountId":"InternalAccount:1","currency":"USD"}}`;
    const response = new Response(text, {
      headers: { 'content-type': 'application/json', 'request-id': 'Request:7' },
    });
    const { payments } = scriptedClient([response], { validate });
    const error = await thrown(payments.transactions.reject(transaction));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({
      accepted: true,
      status: 200,
      resourceId: 'Transaction:1',
      requestId: 'Request:7',
      drift: [{ path: 'receivedAmount.amount' }],
    });
    expect((error as ContractError).rawText()).toBe(text);
  });
});

describe('an accepted write whose response is not JSON', () => {
  test.each([
    [
      'a page of HTML',
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      '<html>',
    ],
    ['half a body', body('{"kycUrl":"https://secret'), '{"kycUrl":"https://secret'],
  ])('%s: the error carries text, status and the generated key', async (_what, response, text) => {
    const { payments, received } = scriptedClient([response], { retry: 0 });
    const error = await thrown(payments.customers.createKycLink(customer));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    const key = received[0]?.headers.get('idempotency-key');
    expect(error).toMatchObject({ status: 200, idempotencyKey: key, retryable: true });
    expect((error as OutcomeUnknownError).rawText()).toBe(text);
    const shown = inspect(error, { depth: 9, showHidden: true, getters: true });
    expect(shown + JSON.stringify(error)).not.toContain('secret');
  });
});

/** Responses of a gateway in front of the service, which did not act. */
const foreignResponses: readonly (readonly [status: number, body: string])[] = [
  [200, '{"success":false}'],
  [202, '{"state":"queued"}'],
  [302, ''],
  [403, '{"message":"Forbidden"}'],
  [404, '<html>not here</html>'],
];

test.each(foreignResponses)(
  'a gateway that responds with %d %s has carried out no write and responded to no read',
  async (status, text) => {
    const headers = { 'content-type': 'application/json', 'request-id': 'Request:gw' };
    const given = () => new Response(text, { status, headers });
    const { payments, received } = scriptedClient([given(), given()], { retry: 0 });
    const error = await thrown(payments.customers.createKycLink(customer));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    const idempotencyKey = received[0]?.headers.get('idempotency-key');
    expect(error).toMatchObject({ status, requestId: 'Request:gw', idempotencyKey });
    expect((error as OutcomeUnknownError).rawText()).toBe(text);
    const read = await thrown(payments.cards.get({ id: 'Card:1' }));
    expect(read instanceof ContractError).toBe(status < 400);
  },
);
