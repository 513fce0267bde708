import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { type Clock, systemClock } from '@org/payments-contract/internal';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AttemptLimits, attempt } from '../../src/call/send/attempt.ts';
import type { StreamedBody, Transport } from '../../src/transport/transport.ts';
import { MARKED, type MisbehavingServer, misbehavingServer } from './misbehaving-server.ts';

function countedUpload(chunks: number, size: number, length: number | undefined) {
  const counts = { streams: 0, pulled: 0 };
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const stream = () => {
    let left = chunks;
    counts.streams += 1;
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left === 0) return controller.close();
          left -= 1;
          counts.pulled += 1;
          begun.resolve();
          return controller.enqueue(new Uint8Array(size).fill(0x61));
        },
        cancel: () => cancelled.resolve(),
      },
      { highWaterMark: 0 },
    );
  };
  return {
    body: { length, stream },
    get streams() {
      return counts.streams;
    },
    get pulled() {
      return counts.pulled;
    },
    /** Resolves when the first chunk is read. */
    begun: begun.promise,
    /** Resolves when a reader cancels the stream. */
    cancelled: cancelled.promise,
  };
}

/** A transport under test and how it is put away. */
export interface Subject {
  readonly transport: Transport;
  close(): Promise<void>;
  /** Whether `close` also ends connections that are being opened; a given dispatcher is not ours to end. */
  readonly ownsSockets?: boolean;
}

/** A clock whose timers fire only on request. */
function heldClock(): { readonly clock: Clock; expire(): void } {
  const timers = new Set<() => void>();
  const setTimeout = (run: () => void) => {
    timers.add(run);
    return () => void timers.delete(run);
  };
  const expire = () => {
    for (const run of timers) run();
  };
  return { clock: { ...systemClock, setTimeout }, expire };
}

const patience = { timeout: 60_000, interval: 5 };
const never = new AbortController().signal;
const LIMIT = 50_000;

/** What every transport has to do, whatever it is built on. The runners name the transports. */
export function transportSuite(name: string, open: () => Subject | Promise<Subject>): void {
  describe(name, () => {
    let subject: Subject;
    let server: MisbehavingServer;

    beforeAll(async () => {
      [subject, server] = await Promise.all([open(), misbehavingServer()]);
    });

    afterAll(async () => {
      await subject.close();
      await server.close();
    });

    const send = (path: string, more: Partial<Parameters<Transport>[0]> = {}) =>
      subject.transport({
        method: 'GET',
        url: `${server.origin}${path}`,
        headers: {},
        body: undefined,
        signal: never,
        ...more,
      });
    const arrived = (before: number) =>
      vi.waitFor(() => expect(server.seen.length).toBeGreaterThan(before), patience);
    const text = async (path: string, limit = LIMIT) => (await send(path)).text(limit);
    const failure = async (
      path: string,
      more: Partial<AttemptLimits> & { readonly transport?: Transport } = {},
      origin?: string,
    ) => {
      const request = {
        method: 'POST',
        url: `${origin ?? server.origin}${path}`,
        headers: {},
        body: '{}',
      };
      const limits = {
        clock: systemClock,
        timeout: 20_000,
        outer: never,
        maxResponseBytes: LIMIT,
        ...more,
      };
      const { failure } = await attempt(more.transport ?? subject.transport, request, limits);
      return { why: failure?.why, phase: failure?.phase, status: failure?.status };
    };

    test('sends method, path, query, headers and body unchanged', async () => {
      const response = await send('/echo?a=1&b=x%20y&a=2', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'Request-Id': 'Request:1' },
        body: '{"ü":"\u2028"}',
      });
      const seen = JSON.parse(await response.text(LIMIT));
      const expected = { method: 'PATCH', url: '/echo?a=1&b=x%20y&a=2', body: '{"ü":"\u2028"}' };
      expect(seen).toMatchObject(expected);
      expect(seen.headers).toMatchObject({
        'content-type': 'application/json',
        'request-id': 'Request:1',
        'content-length': '12',
      });
      expect(seen.headers['transfer-encoding']).toBeUndefined();
    });

    test.each(['POST', 'DELETE'])('sends a %s without a body, type or encoding', async (method) => {
      const seen = JSON.parse(await (await send('/echo', { method })).text(LIMIT));
      expect(seen).toMatchObject({ method, body: '' });
      expect(seen.headers['content-type']).toBeUndefined();
      expect(seen.headers['transfer-encoding']).toBeUndefined();
    });

    test('does not follow a redirect', async () => {
      const before = server.seen.length;
      const response = await send('/redirect');
      expect([response.status, response.header('location')]).toEqual([302, '/echo']);
      expect(server.seen.slice(before)).toEqual(['/redirect']);
    });

    test('resolves for every status, and skips interim responses', async () => {
      const teapot = await send('/teapot');
      expect([teapot.status, await teapot.text(LIMIT)]).toEqual([418, 'short and stout']);
      const empty = await send('/no-content');
      expect([empty.status, await empty.text(LIMIT)]).toEqual([204, '']);
      const late = await send('/early-hints');
      expect([late.status, await late.text(LIMIT)]).toEqual([200, 'late']);
    });

    test('reads headers in any letter case, joins repeated ones, and returns null for missing ones', async () => {
      const response = await send('/headers');
      expect(response.header('x-many')).toBe('a, b');
      expect(response.header('X-MANY')).toBe('a, b');
      expect(response.header('X-One')).toBe('ü');
      // Node keeps only the first one where it is not asked for both.
      expect(response.header('age')).toBe('0, 9');
      expect(response.header('x-none')).toBeNull();
      expect(response.header('constructor')).toBeNull();
    });

    test.each([
      ['/umlauts', 'äö'],
      ['/byte-order-mark', '{}'],
      ['/gzip', 'zipped'],
      ['/deflate', 'zipped'],
      ['/deflate-raw', 'zipped'],
      ['/brotli', 'zipped'],
      ['/zstd', 'zipped'],
      ['/until-close', 'until close'],
      ['/unknown-encoding', 'plain'],
    ])('decodes the body of %s', async (path, expected) => {
      await expect(text(path)).resolves.toBe(expected);
    });

    test.each(['/not-utf8', '/not-utf8-chunked'])('refuses bytes that are not UTF-8: %s', (path) =>
      expect(failure(path)).resolves.toEqual({ why: 'unusable', phase: 'body', status: 200 }),
    );

    test('stops a body that is small until it is decompressed', () =>
      expect(failure('/bomb')).resolves.toEqual({ why: 'unusable', phase: 'body', status: 200 }));

    test.each(['/not-gzip', '/many-codings'])('rejects a body it cannot decode: %s', (path) =>
      expect(failure(path)).resolves.toMatchObject({
        phase: expect.stringMatching(/^(?:body|sent)$/),
      }),
    );

    test('rejects a compressed body that is cut off, where fetch does not decode it', async () => {
      // Node's fetch takes what could be decompressed for the whole body.
      const { phase } = await failure('/cut-gzip');
      expect(phase).toBe(subject.transport.reportsSent ? 'body' : undefined);
    });

    test.each(['/large', '/large-chunked', '/large-gzip'])('limits a body: %s', async (path) => {
      await expect(text(path, 100_000)).resolves.toHaveLength(100_000);
      await expect(text(path, 99_999)).rejects.toMatchObject({ name: 'BodyTooLargeError' });
      await expect(failure(path)).resolves.toMatchObject({ why: 'unusable', phase: 'body' });
    });

    test.each([
      ['/reset', { why: 'network', phase: 'sent', status: undefined }],
      ['/reset-in-body', { why: 'network', phase: 'body', status: 200 }],
      ['/truncated', { why: 'network', phase: 'body', status: 200 }],
      ['/no-http', { why: 'network', phase: 'sent', status: undefined }],
      ['/bad-field', { why: 'network', phase: 'sent', status: undefined }],
      ['/two-lengths', { why: 'network', phase: 'sent', status: undefined }],
      ['/many-fields', { why: 'network', phase: 'sent', status: undefined }],
      ['/upgrade', { why: 'network', phase: 'sent', status: undefined }],
      ['/bad-chunks', { why: 'network', phase: 'body', status: 200 }],
    ])('reports the stage that it reached: %s', async (path, expected) => {
      const before = server.seen.length;
      await expect(failure(path)).resolves.toEqual(expected);
      expect(server.seen.slice(before)).toEqual([path]);
    });

    test('proves that nothing was sent where the port is closed or the name unknown, if it can', async () => {
      const phase = subject.transport.reportsSent ? 'unsent' : 'sent';
      const unsent = { why: 'network', phase, status: undefined };
      await expect(failure('/echo', {}, 'http://127.0.0.1:2')).resolves.toEqual(unsent);
      await expect(failure('/echo', {}, 'http://nobody.invalid')).resolves.toEqual(unsent);
    });

    test.each([
      ['/silent', { why: 'timeout', phase: 'sent', status: undefined }],
      ['/slow-body', { why: 'timeout', phase: 'body', status: 200 }],
    ])('rejects at the timeout: %s', async (path, expected) => {
      const { clock, expire } = heldClock();
      const before = server.seen.length;
      const { promise: response, resolve } = Promise.withResolvers<unknown>();
      const transport: Transport = Object.assign((request: Parameters<Transport>[0]) => {
        const sent = subject.transport(request);
        sent.then(resolve, resolve);
        return sent;
      }, subject.transport);
      const failed = failure(path, { timeout: 150, clock, transport });
      // The time is over once the stage is reached, however long the machine takes for it.
      if (expected.phase === 'body') await response;
      else await arrived(before);
      setImmediate(expire);
      await expect(failed).resolves.toEqual(expected);
    });

    test('stops when aborted: before it sends, while it waits, in the body', async () => {
      const before = server.seen.length;
      const early = AbortSignal.abort(new Error('stop'));
      await expect(send('/echo', { signal: early })).rejects.toThrow('stop');
      expect(server.seen.slice(before)).toEqual([]);
      const waiting = new AbortController();
      const silent = send('/silent', { signal: waiting.signal });
      await Promise.race([silent, arrived(before)]);
      waiting.abort(new Error('stop'));
      await expect(silent).rejects.toThrow('stop');
      const reading = new AbortController();
      const response = await send('/slow-body', { signal: reading.signal });
      const body = response.text(LIMIT);
      reading.abort(new Error('stop'));
      await expect(body).rejects.toThrow('stop');
    });

    test.each(['/bad-field', '/bad-chunks', '/no-http', '/many-fields'])(
      'rejects with errors that contain neither request nor response: %s',
      async (path) => {
        const headers = { authorization: `Bearer ${MARKED}` };
        const error = await send(path, { method: 'POST', headers, body: `{"secret":"${MARKED}"}` })
          .then((response) => response.text(LIMIT))
          .then(
            () => expect.unreachable(),
            (reason: unknown) => reason,
          );
        expect(error).toBeInstanceOf(Error);
        const shown = inspect(error, { depth: 20, showHidden: true, getters: true });
        expect(shown).not.toContain(MARKED);
        expect(shown).not.toContain(Buffer.from(MARKED).toString('hex').match(/../g)?.join(' '));
        expect(shown).not.toContain('x'.repeat(1_000));
      },
    );

    test('returns every header field, and the bytes of a body', async () => {
      const response = await send('/headers');
      expect(new Map(response.headers()).get('x-many')).toBe('a, b');
      const bytes = await (await send('/not-utf8')).bytes(LIMIT);
      expect([...bytes]).toEqual([0x22, 0xc3, 0x28, 0x22]);
      const odd = await send('/odd-fields');
      expect(new Map(odd.headers()).get('x-last')).toBe('c');
      expect(odd.header('constructor')).toBe('b');
      const refused = { name: 'BodyTooLargeError' };
      await expect((await send('/large')).bytes(10)).rejects.toMatchObject(refused);
    });

    describe('an upload', () => {
      test.each([3_000_000, undefined])('is streamed, and repeated: length %s', async (length) => {
        const upload = countedUpload(30, 100_000, length);
        for (const attempt of [1, 2]) {
          const response = await send('/echo', { method: 'POST', body: upload.body });
          const seen = JSON.parse(await response.text(5_000_000));
          expect(seen.body).toHaveLength(3_000_000);
          expect(seen.headers['content-length']).toBe(length === undefined ? undefined : '3000000');
          expect(upload.streams).toBe(attempt);
          expect(upload.pulled).toBe(attempt * 30);
        }
      });

      test('rejects when its source fails, and stops reading the source', async () => {
        const broken: StreamedBody = {
          length: undefined,
          stream: () =>
            new ReadableStream({
              pull(controller) {
                controller.error(new Error('the file is gone'));
              },
            }),
        };
        await expect(send('/echo', { method: 'POST', body: broken })).rejects.toThrow();
      });

      test('whose request is aborted cancels its source', async () => {
        const upload = countedUpload(Number.POSITIVE_INFINITY, 100_000, undefined);
        const controller = new AbortController();
        const options = { method: 'POST', body: upload.body, signal: controller.signal };
        const sent = send('/silent', options);
        await upload.begun;
        controller.abort(new Error('stop'));
        await expect(sent).rejects.toThrow('stop');
        await upload.cancelled;
      });
    });

    test('leaves no listener on the signal', async () => {
      const { signal } = new AbortController();
      await (await send('/echo', { signal })).text(LIMIT);
      await send('/reset', { signal }).catch(() => undefined);
      await send('/truncated', { signal })
        .then((response) => response.text(LIMIT))
        .catch(() => undefined);
      if (subject.transport.reportsSent) {
        expect(getEventListeners(signal, 'abort')).toEqual([]);
      }
    });

    test('still works after all other tests, and for fifty requests at once', async () => {
      const paths = Array.from({ length: 50 }, (_, index) => `/echo?${index}`);
      const urls = await Promise.all(paths.map(async (path) => JSON.parse(await text(path)).url));
      expect(urls).toEqual(paths);
    });
  });
}
