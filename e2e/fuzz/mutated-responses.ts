import { errorCodes } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import * as fc from 'fast-check';
import { mutated, oddText, oddValue } from './mutations.ts';
import { marked, type Subject } from './subject.ts';

/** Responds to a request, given the text of all that was sent; may throw like a network. */
export type Responder = (sent: string) => Response | Promise<Response>;

type Body = string | Uint8Array<ArrayBuffer> | null | ((sent: string) => BodyInit);

const challenge = {
  payloadToSign: 'payload',
  requestId: 'Request:1',
  expiresAt: '2126-01-05T09:05:00Z',
};

const refusal = fc.record(
  {
    status: fc.oneof(fc.integer({ min: 400, max: 599 }), oddValue),
    code: fc.oneof(fc.constantFrom(...Object.keys(errorCodes)), oddText),
    message: oddText,
    reason: fc.oneof(fc.constantFrom('Invalid OTP code', 'session expired'), oddValue),
    details: fc.oneof(oddValue, fc.record({ errors: fc.array(oddValue, { maxLength: 3 }) })),
  },
  { requiredKeys: ['code', 'message'] },
);

const deep = (open: string, close: string) => `${open.repeat(20_000)}1${close.repeat(20_000)}`;

const junk: fc.Arbitrary<Body> = fc.oneof(
  oddText,
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Uint8Array.from(bytes)),
  fc.constantFrom<Body>(
    null,
    '<!doctype html><title>502 Bad Gateway</title>',
    '{"data":[{"id":',
    '{"id":12345678901234567890}',
    'NaN',
    '"text"',
    deep('[', ']'),
    deep('{"details":', '}'),
    `{"status":400,"code":"INVALID_INPUT","message":"deep","details":${deep('{"a":', '}')}}`,
    `{"status":400,"code":"INVALID_INPUT","message":"n","n":1234567890123456789,"d":${deep('[', ']')}}`,
    'x'.repeat(300_000),
    (sent) => sent,
    (sent) =>
      JSON.stringify({ status: 400, code: sent, message: sent, reason: sent, [sent]: sent }),
    (sent) =>
      JSON.stringify({ payloadToSign: sent, requestId: `Request:${sent}`, expiresAt: sent }),
    () => new ReadableStream({ start: (controller) => controller.error(new Error('broken')) }),
    () => new ReadableStream({ start: (controller) => controller.error('no error at all') }),
    () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(9_999)) }),
  ),
);

const headerText = oddText.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text));

const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json; charset=utf-8') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('application/problem+json', 'text/html', 'text/json'),
      },
      { weight: 1, arbitrary: headerText },
    ),
    'content-length': fc.constantFrom('0', '5', '99999999999', '-1', 'abc'),
    'content-encoding': fc.constantFrom('gzip', 'identity', 'rot13'),
    'retry-after': fc.oneof(
      fc.constantFrom('0', '1', '-1', '99999', '1e9', 'soon', 'Wed, 21 Oct 2015 07:28:00 GMT'),
      headerText,
    ),
    date: fc.oneof(fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday'), headerText),
    'request-id': headerText,
    location: fc.constant('https://elsewhere.example.com/'),
  },
  { requiredKeys: ['content-type'] },
);

const failures: readonly Responder[] = [
  (sent) => Promise.reject(new TypeError('fetch failed', { cause: new Error(sent) })),
  (sent) => Promise.reject(Object.assign(new Error(`sent ${sent}`), { config: { data: [sent] } })),
  () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
  () => Promise.reject(new DOMException('aborted', 'AbortError')),
  () => Promise.reject(undefined),
  (sent) => Promise.reject(sent),
  (sent) => {
    throw Object.freeze({ sent });
  },
  () => Response.error(),
  () => ({}) as Response,
  () => undefined as unknown as Response,
];

const silence: readonly Responder[] = [
  () => new Promise(() => {}),
  () => new Response(new ReadableStream()),
];

const bodiless = new Set([204, 205, 304]);

function response(status: number, body: Body, fields: Record<string, string>): Responder {
  return (sent) => {
    const content = typeof body === 'function' ? body(sent) : body;
    return new Response(bodiless.has(status) ? null : content, { status, headers: fields });
  };
}

/** Responses that a service, or an intermediary, may send: most are close to valid. */
export function mutatedResponses({ name, row }: Subject): fc.Arbitrary<Responder> {
  const success = Number(Object.keys(row.responses)[0] ?? 200);
  const status = fc.oneof(
    { weight: 3, arbitrary: fc.constant(success) },
    { weight: 1, arbitrary: fc.constantFrom(200, 202, 204, 301, 401, 408, 409, 429, 500, 503) },
    { weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
  );
  const json: fc.Arbitrary<Body> = fc.oneof(
    mutated(marked(exampleOf(name).result) ?? {}).map((value) => JSON.stringify(value) ?? 'null'),
    mutated(challenge).map((value) => JSON.stringify(value)),
    refusal.map((value) => JSON.stringify(value)),
  );
  const body = fc.oneof({ weight: 3, arbitrary: json }, { weight: 2, arbitrary: junk });
  return fc.oneof(
    { weight: 150, arbitrary: fc.tuple(status, body, headers).map((parts) => response(...parts)) },
    { weight: 20, arbitrary: fc.constantFrom(...failures) },
    { weight: 1, arbitrary: fc.constantFrom(...silence) },
  );
}
