import { WebhookError } from '../webhook-error.ts';

/** What a body looks like that is not what the service signed, and what to write instead. */
type Mistake = readonly [isMade: (body: SeenBody) => boolean, message: string, action?: string];

interface SeenBody {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** What the text is as JSON; undefined if it is not. */
  readonly value: unknown;
  /** The value of `Content-Encoding`. */
  readonly encoding: string;
}

const RAW = 'Pass the bytes of the request as they arrived.';

const mistakes: readonly Mistake[] = [
  [({ bytes }) => bytes.length === 0, 'The body is empty, and the signature is of another one.'],
  [
    ({ bytes, encoding, value }) =>
      (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
      (value === undefined && /gzip|br|deflate|zstd/.test(encoding)),
    'The body is compressed: a proxy did that after it was signed.',
    'Turn compression of requests off in the proxy, or decompress the body first, with a limit: gunzipSync(body, { maxOutputLength: 1048576 }) of node:zlib. In Express, express.raw({ type: "*/*" }) does it.',
  ],
  [
    ({ text, value }) => value === undefined && /^eyJ[\w+/-]+=*$/.test(text),
    'The body is base64, as API Gateway passes it when `isBase64Encoded` is true.',
    'Pass Buffer.from(event.body, "base64").',
  ],
  [
    ({ value }) => typeof value === 'string',
    'The body is JSON in a JSON string: it was serialized once more.',
    RAW,
  ],
  [
    ({ text }) => /^(?:\{"type":"Buffer","data":\[)?\d+(?:,\d+)+/.test(text),
    'The body is a list of the numbers of its bytes: a buffer was converted to text.',
    'Pass the buffer itself.',
  ],
  [
    ({ value }) => typeof (value as { body?: unknown } | undefined)?.body === 'string',
    'The body is an object with a `body`, such as the event of a Lambda function.',
    'Pass event.body, decoded if `isBase64Encoded` is true.',
  ],
  [
    ({ text }) => text.includes('\ufffd'),
    'The body has characters that were not UTF-8: it was decoded to text and encoded again.',
    RAW,
  ],
  [
    ({ text, value }) =>
      [undefined, 2].some((space) => JSON.stringify(value, null, space) === text),
    'The signature does not match the body with any of the public keys. The body is exactly what JSON.stringify writes: it may have been parsed and serialized again.',
  ],
];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error for a signature that no key verifies, with the most likely mistake named. */
export function mismatch(bytes: Uint8Array, encoding: string): WebhookError {
  const text = new TextDecoder().decode(bytes);
  const body = { bytes, text, value: parsed(text), encoding };
  const [, message, action] = mistakes.find(([isMade]) => isMade(body)) ?? [];
  return new WebhookError('WEBHOOK_SIGNATURE_MISMATCH', { message, action });
}
