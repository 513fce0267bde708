import { errorCodes } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import * as fc from 'fast-check';
import { anyCharacter } from '../../packages/crypto/test/any-character.ts';
import { marked, type Subject } from './subject.ts';

/** Strings that often break code. */
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '.',
    '..',
    '/',
    '%2e%2e',
    '%',
    '\0',
    '\r\nx: y',
    '\ud800',
    '\u2028',
    '\ufeff',
    '__proto__',
    'constructor',
    'toString',
    'null',
    '9007199254740993',
    '-0',
    '1e400',
    '2026-02-30T25:61:61Z',
    'x'.repeat(10_000),
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

/** Values of every type that JSON has, the unusual ones first. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, 2 ** 53, [], {}, [[]]),
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
);

interface Step {
  readonly position: number;
  readonly kind: 'replace' | 'remove' | 'rename' | 'add' | 'wrap';
  readonly text: string;
  readonly value: unknown;
}

const step: fc.Arbitrary<Step> = fc.record({
  position: fc.nat(),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'rename', 'add', 'wrap'),
  text: oddText,
  value: oddValue,
});

type Holder = Record<string, unknown>;

function holders(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return found;
  found.push(value as Holder);
  for (const child of Object.values(value)) holders(child, found);
  return found;
}

/**
 * Sets an own property, also one named `__proto__`: an assignment would change the prototype. The
 * length of an array stays, because only a length can be assigned to it.
 */
function setOwn(holder: Holder, key: string, value: unknown): void {
  if (Array.isArray(holder) && key === 'length') return;
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function apply(root: Holder, { position, kind, text, value }: Step): void {
  const all = holders(root);
  const holder = all[position % all.length] ?? root;
  const keys = Object.keys(holder);
  const key = keys[Math.floor(position / all.length) % Math.max(1, keys.length)] ?? text;
  const old = Object.hasOwn(holder, key) ? holder[key] : null;
  if (kind === 'remove' || kind === 'rename') delete holder[key];
  if (kind === 'wrap') setOwn(holder, key, [old]);
  if (kind === 'replace') setOwn(holder, key, structuredClone(value));
  if (kind === 'add') setOwn(holder, text, structuredClone(value));
  if (kind === 'rename') setOwn(holder, text, old);
}

/** Copies of a JSON value, changed in a few places. */
function mutated(original: unknown): fc.Arbitrary<unknown> {
  return fc.array(step, { maxLength: 3 }).map((steps) => {
    const root = { value: structuredClone(original) };
    for (const one of steps) apply(root, one);
    return root.value;
  });
}

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
