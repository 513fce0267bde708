import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileInput } from '@org/payments-contract';
import type { Clock } from '@org/payments-contract/internal';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../../../crypto/test/any-character.ts';
import { document, passport } from '../../../../test/scripted-service.ts';
import { listenOn } from '../../../../test/servers.ts';
import { createPaymentsClient } from '../../../client/payments-client.ts';
import { fetchTransport } from '../../../transport/default-transport.ts';
import { nodeHttpTransport } from '../../../transport/node-http/node-http-transport.ts';
import type { Transport } from '../../../transport/transport.ts';
import { undiciTransport } from '../../../transport/undici/undici-transport.ts';
import { type FormField, multipartBody, type OpenFile, type UploadProgress } from './multipart.ts';

const MEBIBYTE = new Uint8Array(1024 * 1024).fill(0x61);
const details = { ...passport, documentNumber: 'X' };
const pdf = { fileName: 'passport.pdf', contentType: 'application/pdf' };

/** What the service saw of the uploads of one test. It applies a complete form, and nothing else. */
const seen = { begun: 0, cut: 0, applied: 0 };
/** The file of the last complete form. */
let received: File | undefined;
/** What the service does with the beginning of a request, and with a complete one. */
let onBegun: (response: ServerResponse) => void;
let respond: (response: ServerResponse) => void;
/** Resolves when the service has seen the end of the request, or that it was cut. */
let over: PromiseWithResolvers<void>;

function created(response: ServerResponse): void {
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  seen.begun += 1;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of request) {
      if (chunks.push(chunk) === 1) onBegun(response);
    }
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    received = form.get('file') as File;
    seen.applied += 1;
    respond(response);
  } catch {
    seen.cut += 1;
  }
  over.resolve();
}

let server: Awaited<ReturnType<typeof listenOn>>;
beforeAll(async () => {
  server = await listenOn((request, response) => void serve(request, response));
});
afterAll(() => server.close());
/** Resolves when the service has the first bytes of an upload. */
let begun: PromiseWithResolvers<void>;
function beginAgain(): void {
  Object.assign(seen, { begun: 0, cut: 0, applied: 0 });
  begun = Promise.withResolvers();
  onBegun = () => begun.resolve();
  respond = created;
  over = Promise.withResolvers();
}
beforeEach(beginAgain);

const transports: readonly (readonly [string, () => Transport & { close?(): Promise<void> }])[] = [
  ['node:http', () => nodeHttpTransport()],
  ['fetch', () => fetchTransport()],
  ['undici', () => undiciTransport()],
];

interface Upload {
  readonly file: FileInput;
  readonly onProgress?: (progress: UploadProgress) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/** Uploads, and returns what the call ended with. */
async function upload(transport: Transport, { file, clock, ...options }: Upload): Promise<unknown> {
  const payments = createPaymentsClient({
    baseUrl: `${server.url}/payments/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
    transport,
    clock,
  });
  return payments.documents.create({ ...details, file }, options).catch((error: unknown) => error);
}

const streamed = (pieces: () => AsyncIterable<Uint8Array>) => ({ content: pieces(), ...pdf });

describe.each(transports)('an upload over %s', (_name, makeTransport) => {
  const transport = makeTransport();
  afterAll(() => transport.close?.());

  test('of the greatest size arrives whole, and the last progress is its total', async () => {
    const content = randomBytes(10 * MEBIBYTE.length);
    async function* pieces() {
      for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000);
    }
    for (const file of [{ content, ...pdf }, streamed(pieces)]) {
      const steps: UploadProgress[] = [];
      const onProgress = (step: UploadProgress) => void steps.push(step);
      expect(await upload(transport, { file, onProgress })).toMatchObject({ id: document.id });
      expect(
        content.equals(new Uint8Array((await received?.arrayBuffer()) ?? new ArrayBuffer(0))),
      ).toBe(true);
      const counts = steps.map(({ sent }) => sent);
      expect(counts).toEqual([...counts].sort((one, other) => one - other));
      const total = file.content === content ? counts.at(-1) : undefined;
      expect(steps.at(-1)?.total).toBe(total);
    }
  });

  async function expectCut(error: unknown, facts: object): Promise<void> {
    expect(error).toMatchObject(facts);
    expect(String(error)).toMatch(/changed nothing|nothing was changed/);
    await over.promise;
    expect(seen).toEqual({ begun: 1, cut: 1, applied: 0 });
  }

  test('whose stream throws was not applied', async () => {
    const error = await upload(transport, {
      file: streamed(async function* () {
        yield MEBIBYTE;
        await begun.promise;
        throw new Error('of the source');
      }),
    });
    await expectCut(error, { code: 'INVALID_REQUEST' });
  });

  test('whose file became shorter or grew while it was sent was not applied', async () => {
    for (const [size, pieces, how] of [
      [MEBIBYTE.length * 2, 1, 'became shorter'],
      [MEBIBYTE.length, 2, 'grew'],
    ] as const) {
      beginAgain();
      const read = { count: 0 };
      const content = {
        size,
        type: '',
        arrayBuffer: async () => MEBIBYTE.buffer,
        slice: () => ({
          arrayBuffer: async () => {
            read.count += 1;
            if (read.count > 1) await begun.promise;
            return read.count > pieces ? new ArrayBuffer(0) : MEBIBYTE.buffer;
          },
        }),
      } as unknown as Blob;
      const error = await upload(transport, { file: { content, ...pdf } });
      const issues = [{ path: 'file', message: `${how} while it was sent` }];
      await expectCut(error, { code: 'INVALID_REQUEST', issues });
    }
  });

  test('that the caller aborts halfway was not applied', async () => {
    const controller = new AbortController();
    const error = await upload(transport, {
      signal: controller.signal,
      file: streamed(async function* () {
        yield MEBIBYTE;
        await begun.promise;
        controller.abort();
        yield MEBIBYTE;
      }),
    });
    await expectCut(error, { code: 'ABORTED' });
  });

  test('that reaches its time limit halfway was not applied', async () => {
    const error = await upload(transport, {
      // The limit is reached when the service has the first bytes.
      clock: {
        now: () => Date.now(),
        setTimeout: (callback) => {
          void begun.promise.then(callback);
          return () => {};
        },
      },
      file: streamed(async function* () {
        yield MEBIBYTE;
        await new Promise(() => {});
      }),
    });
    await expectCut(error, { code: 'TIMEOUT', limit: 'timeout' });
  });

  /** Cuts the connection of the first upload, and counts on. */
  function cutOnce(response: ServerResponse): void {
    begun.resolve();
    if (seen.begun === 1) response.destroy();
  }

  test('whose connection breaks halfway was not applied', async () => {
    onBegun = cutOnce;
    const file = streamed(async function* () {
      yield MEBIBYTE;
      await over.promise;
      for (let piece = 0; piece < 9; piece += 1) yield MEBIBYTE;
      await new Promise(() => {});
    });
    await expectCut(await upload(transport, { file }), { code: 'CONNECTION' });
  });

  test('whose connection breaks halfway is sent again if its file can be read again', async () => {
    onBegun = cutOnce;
    const file = { content: randomBytes(10 * MEBIBYTE.length), ...pdf };
    expect(await upload(transport, { file })).toMatchObject({ id: document.id });
    expect(seen).toEqual({ begun: 2, cut: 1, applied: 1 });
  });

  test('whose connection breaks after its end has an unknown outcome', async () => {
    respond = (response) => void response.destroy();
    const error = await upload(transport, { file: { content: MEBIBYTE, ...pdf } });
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(seen).toMatchObject({ begun: 1, applied: 1 });
  });

  test('that the caller aborts after its end has an unknown outcome', async () => {
    const controller = new AbortController();
    respond = () => controller.abort();
    const file = { content: MEBIBYTE, ...pdf };
    const error = await upload(transport, { signal: controller.signal, file });
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect(seen).toMatchObject({ begun: 1, applied: 1 });
  });

  test('to which the service had begun to respond has an unknown outcome', async () => {
    onBegun = (response) => {
      begun.resolve();
      response.writeHead(201, { 'content-type': 'application/json' }).write('{');
    };
    const answered = Promise.withResolvers<void>();
    const watched: Transport = async (request) => {
      const response = await transport(request);
      // After the client has taken up the response.
      setImmediate(answered.resolve);
      return response;
    };
    const error = await upload(watched, {
      file: streamed(async function* () {
        yield MEBIBYTE;
        await answered.promise;
        throw new Error('of the source');
      }),
    });
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', status: 201 });
  });
});

test('an upload that was given up stays incomplete over a transport that ignores its signal', async () => {
  const own = nodeHttpTransport();
  const controller = new AbortController();
  const deaf: Transport = ({ method, url, headers, body }) =>
    own({ method, url, headers, body, signal: new AbortController().signal });
  const resumed = Promise.withResolvers<void>();
  const call = upload(deaf, {
    signal: controller.signal,
    file: streamed(async function* () {
      yield MEBIBYTE;
      await begun.promise;
      controller.abort();
      await resumed.promise;
      yield MEBIBYTE;
    }),
  });
  expect(await call).toMatchObject({ code: 'ABORTED' });
  resumed.resolve();
  await over.promise;
  expect(seen).toEqual({ begun: 1, cut: 1, applied: 0 });
  await own.close();
});

function fileOf(
  bytes: Uint8Array,
  fileName = 'a.pdf',
  pieces = [bytes],
): OpenFile & { readonly bytes: Uint8Array } {
  return {
    bytes,
    fileName,
    contentType: 'application/pdf',
    size: bytes.byteLength,
    async *read() {
      yield* pieces;
    },
  };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The form as the parser of the runtime reads it. */
async function parsed(fields: readonly FormField[]): Promise<FormData> {
  const { body, contentType } = multipartBody(fields);
  const bytes = await bytesOf(body.stream());
  expect(body.length).toBe(bytes.byteLength);
  const headers = { 'content-type': contentType };
  return new Response(bytes, { headers }).formData();
}

/** Strings with the characters that end header fields, boundaries and quotes. */
const nasty = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1 }),
  fc
    .array(fc.constantFrom('"', '\r', '\n', '\r\n', '--', '\\', ';', '=', 'ü', '🙂', 'name='), {
      minLength: 1,
    })
    .map((parts) => parts.join('')),
);

/** A name as it arrives: line breaks and quotes come escaped, and the parser undoes the quotes. */
function arrived(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

const isPlain = (name: string) => !/%0[AD]|%22/i.test(name) && name.isWellFormed();

test('bytes arrive unchanged, in any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 })), async (pieces) => {
      const bytes = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
      const form = await parsed([['file', fileOf(bytes, 'a.pdf', pieces)]]);
      const file = form.get('file') as File;
      expect(file).toMatchObject({ name: 'a.pdf', type: 'application/pdf', size: bytes.length });
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    }),
  );
});

test('all streams of an attempt are broken off together, and none once one was whole', async () => {
  const { body, begin, breakOff } = multipartBody([['file', fileOf(new Uint8Array(10))]]);
  const whole = bytesOf(body.stream());
  await whole;
  const second = body.stream();
  expect(breakOff()).toBe(false);
  await bytesOf(second);
  begin();
  const third = body.stream();
  const fourth = body.stream();
  expect(breakOff()).toBe(true);
  for (const stream of [third, fourth, body.stream()]) {
    await expect(bytesOf(stream)).rejects.toThrow('stopped before its end');
  }
  begin();
  expect(await bytesOf(body.stream())).toEqual(await whole);
});

test('text fields arrive unchanged, whatever they contain, and add no field', async () => {
  await fc.assert(
    fc.asyncProperty(nasty.filter(isPlain), async (text) => {
      const form = await parsed([
        ['documentNumber', text],
        ['file', fileOf(new Uint8Array([1]))],
      ]);
      expect([...form.keys()]).toEqual(['documentNumber', 'file']);
      expect(form.get('documentNumber')).toBe(text);
    }),
  );
});

test('names of fields and files may hold quotes, line breaks and any Unicode', async () => {
  await fc.assert(
    fc.asyncProperty(nasty.filter(isPlain), nasty.filter(isPlain), async (name, fileName) => {
      const form = await parsed([
        [name, fileOf(new Uint8Array([1, 2]), fileName)],
        ['last', 'text'],
      ]);
      const found = [...form];
      expect(found).toHaveLength(2);
      const [[foundName, file]] = found as [[string, File]];
      expect(arrived(foundName)).toBe(arrived(name));
      expect(arrived(file.name)).toBe(arrived(fileName));
      expect(file.size).toBe(2);
    }),
  );
});

test('the same bytes are made each time, boundary included; another body has another boundary', async () => {
  const fields: FormField[] = [['file', fileOf(new Uint8Array(200_000).fill(7))]];
  const one = multipartBody(fields);
  const two = multipartBody(fields);
  const first = await bytesOf(one.body.stream());
  expect(first).toEqual(await bytesOf(one.body.stream()));
  expect(one.contentType).not.toBe(two.contentType);
});

test('progress comes in steps of at most 64 KiB, and restarts with each stream', async () => {
  const steps: number[] = [];
  const { body } = multipartBody([['file', fileOf(new Uint8Array(300_000))]], ({ sent }) => {
    steps.push(sent);
  });
  await bytesOf(body.stream());
  const once = steps.length;
  await bytesOf(body.stream());
  expect(steps.slice(once)).toEqual(steps.slice(0, once));
  const sizes = steps.slice(0, once).map((sent, index) => sent - (steps[index - 1] ?? 0));
  expect(Math.max(...sizes)).toBe(64 * 1024);
});
