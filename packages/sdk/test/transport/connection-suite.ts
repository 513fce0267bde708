import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@org/payments-contract/internal';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { attempt } from '../../src/call/send/attempt.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { listening, tcpServer } from '../servers.ts';
import { forwardProxy } from './forward-proxy.ts';
import { misbehavingServer } from './misbehaving-server.ts';
import type { Subject } from './transport-suite.ts';

/** A certificate and its private key, in PEM. */
interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Creates a self-signed certificate for one name. Needs `openssl`. */
function selfSigned(subjectAltName: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-days', '2', '-subj', '/CN=transport tests', '-keyout', key, '-out', cert],
      ...['-addext', `subjectAltName=${subjectAltName}`],
    ],
    { stdio: 'pipe' },
  );
  const made = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

/** What a transport of this suite is opened with. */
export interface ConnectionOptions {
  /** The authority to trust. */
  readonly ca?: string;
  readonly proxy?: string;
  readonly connections?: number;
}

const never = new AbortController().signal;
const SHORT = 200;

/** What every transport has to do before a request leaves: proxies, TLS, full pools, closing. */
export function connectionSuite(name: string, open: (options: ConnectionOptions) => Subject): void {
  describe(name, () => {
    const closing: (() => unknown)[] = [];
    let trusted: Certificate;
    let foreign: Certificate;
    let service: Awaited<ReturnType<typeof listening>>;
    let origin: string;
    const requests: string[] = [];

    beforeAll(async () => {
      trusted = selfSigned('IP:127.0.0.1');
      foreign = selfSigned('DNS:elsewhere.example');
      service = await listening(
        createServer({ ...trusted, keepAliveTimeout: 0 }, (request, response) => {
          requests.push(request.url ?? '');
          response.end('over TLS');
        }),
      );
      origin = `https://127.0.0.1:${service.port}`;
    });
    afterAll(() => service.close());
    afterEach(async () => {
      requests.length = 0;
      for (const close of closing.splice(0).reverse()) await close();
    });

    function opened(options: ConnectionOptions = {}): Transport {
      const subject = open(options);
      closing.push(subject.close);
      return subject.transport;
    }
    async function tcp(...args: Parameters<typeof tcpServer>) {
      const server = await tcpServer(...args);
      closing.push(server.close);
      return server;
    }
    async function proxied() {
      const proxy = await forwardProxy();
      closing.push(proxy.close);
      return proxy;
    }
    async function post(transport: Transport, url: string, timeout = 20_000, outer = never) {
      const request = { method: 'POST', url, headers: {}, body: '{"a":1}' };
      const limits = { clock: systemClock, timeout, outer, maxResponseBytes: 50_000 };
      const { response, failure } = await attempt(transport, request, limits);
      return response?.text ?? `${failure?.why}, ${failure?.phase}`;
    }
    /** A transport that does not report when a request leaves must treat its failure as a lost request. */
    const unsentOr = (transport: Transport, why: string) =>
      `${why}, ${transport.reportsSent ? 'unsent' : 'sent'}`;

    describe('TLS', () => {
      test('connects to a service whose authority it trusts', async () => {
        await expect(post(opened({ ca: trusted.cert }), `${origin}/a`)).resolves.toBe('over TLS');
      });

      test('sends nothing to a service it does not trust', async () => {
        const transport = opened();
        await expect(post(transport, `${origin}/a`)).resolves.toBe(unsentOr(transport, 'network'));
        expect(requests).toEqual([]);
      });

      test('sends nothing to a service with a certificate for another name', async () => {
        const wrong = createServer({ ...foreign }, (request) => requests.push(request.url ?? ''));
        const { port, close } = await listening(wrong);
        closing.push(close);
        const transport = opened({ ca: foreign.cert });
        await expect(post(transport, `https://127.0.0.1:${port}/a`)).resolves.toBe(
          unsentOr(transport, 'network'),
        );
        expect(requests).toEqual([]);
      });

      test.each([
        ['ends', (socket: { end(): void }) => socket.end()],
        ['is reset', (socket: { resetAndDestroy(): void }) => socket.resetAndDestroy()],
        [
          'is not TLS',
          (socket: { end(text: string): void }) => socket.end('HTTP/1.1 400 No\r\n\r\n'),
        ],
      ])('reports that nothing was sent when the handshake %s', async (_what, respond) => {
        const server = await tcp(respond as Parameters<typeof tcpServer>[0]);
        const transport = opened();
        await expect(post(transport, `https://127.0.0.1:${server.port}/a`)).resolves.toBe(
          unsentOr(transport, 'network'),
        );
      });

      test('reports that nothing was sent when the handshake does not end in time', async () => {
        const server = await tcp();
        const { transport, close, ownsSockets } = open({});
        await expect(post(transport, `https://127.0.0.1:${server.port}/a`, SHORT)).resolves.toBe(
          unsentOr(transport, 'timeout'),
        );
        // A pool of undici continues to connect until its connect timeout, or until it is closed.
        await close();
        if (ownsSockets) await server.closedByClient();
      });
    });

    describe('a full pool', () => {
      test('does not send a request that waits for a connection until its timeout', async () => {
        const server = await misbehavingServer();
        closing.push(server.close);
        const transport = opened({ connections: 1 });
        const first = new AbortController();
        const silent = post(transport, `${server.origin}/silent`, 20_000, first.signal);
        await server.arrived('/silent');
        await expect(post(transport, `${server.origin}/echo`, SHORT)).resolves.toBe(
          unsentOr(transport, 'timeout'),
        );
        expect(server.seen).toEqual(['/silent']);
        first.abort(new Error('done'));
        await expect(silent).resolves.toBe('aborted, sent');
        await expect(post(transport, `${server.origin}/teapot`)).resolves.toBe('short and stout');
      });
    });

    test('connections are reused, and closed after the requests under way', async () => {
      const server = await misbehavingServer();
      closing.push(server.close);
      const { transport, close, ownsSockets } = open({ connections: 3 });
      const url = `${server.origin}/echo`;
      await Promise.all(Array.from({ length: 30 }, () => post(transport, url)));
      expect(server.sockets.opened).toBe(3);
      if (!ownsSockets) return close();
      const sent = Promise.withResolvers<void>();
      const request = { method: 'GET', url, headers: {}, body: undefined, signal: never };
      const response = transport({ ...request, onSent: sent.resolve });
      await sent.promise;
      const closed = close();
      expect(await (await response).text(10_000)).toContain('/echo');
      await closed;
      await server.noneOpen();
      await expect(transport(request)).rejects.toMatchObject({ code: 'TRANSPORT_CLOSED' });
    });

    test('a write is not sent on a connection that the service has closed', async () => {
      const server = await misbehavingServer();
      closing.push(server.close);
      const transport = opened({ connections: 1 });
      for (let round = 1; round <= 20; round += 1) {
        const result = await post(transport, `${server.origin}/goodbye`);
        if (transport.reportsSent) expect(result).toBe('bye');
        else expect(['bye', 'network, sent']).toContain(result);
        await server.noneOpen();
      }
    });

    describe('aborting', () => {
      test.each(['/silent', '/slow-body'])('%s closes the connection', async (path) => {
        const server = await misbehavingServer();
        closing.push(server.close);
        const controller = new AbortController();
        const sent = post(opened(), `${server.origin}${path}`, 20_000, controller.signal);
        await server.arrived(path);
        controller.abort(new Error('stop'));
        await expect(sent).resolves.toMatch(/^aborted, (?:sent|body)$/);
        await server.noneOpen();
      });

      test('in the TLS handshake leaves no connection behind once the transport is closed', async () => {
        const server = await tcp();
        const controller = new AbortController();
        const url = `https://127.0.0.1:${server.port}/a`;
        const { transport, close, ownsSockets } = open({});
        const sent = post(transport, url, 20_000, controller.signal);
        await server.dataArrived;
        controller.abort(new Error('stop'));
        await expect(sent).resolves.toBe(unsentOr(transport, 'aborted'));
        await close();
        if (ownsSockets) await server.closedByClient();
      });
    });

    describe('a proxy', () => {
      test('opens a tunnel to the service and cannot read the request', async () => {
        const proxy = await proxied();
        const transport = opened({ ca: trusted.cert, proxy: proxy.url });
        await expect(post(transport, `${origin}/a`)).resolves.toBe('over TLS');
        expect(proxy.asked).toEqual([`CONNECT ${new URL(origin).host}`]);
      });

      test('that refuses the tunnel leaves the request unsent', async () => {
        const proxy = await tcp((socket) =>
          socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'),
        );
        const transport = opened({ ca: trusted.cert, proxy: `http://127.0.0.1:${proxy.port}` });
        await expect(post(transport, `${origin}/a`)).resolves.toBe(unsentOr(transport, 'network'));
        expect(requests).toEqual([]);
      });

      test('that never responds leaves the request unsent, and no open socket', async () => {
        const proxy = await tcp();
        const transport = opened({ proxy: `http://127.0.0.1:${proxy.port}` });
        const controller = new AbortController();
        const sent = post(transport, `${origin}/a`, 20_000, controller.signal);
        await proxy.dataArrived;
        controller.abort(new Error('stop'));
        await expect(sent).resolves.toBe(unsentOr(transport, 'aborted'));
        if (transport.close === undefined) return;
        await transport.close();
        await proxy.closedByClient();
      });

      test('that never responds does not keep `close` from returning', async () => {
        const proxy = await tcp();
        const transport = opened({ proxy: `http://127.0.0.1:${proxy.port}` });
        const sent = post(transport, `${origin}/a`, transport.close === undefined ? SHORT : 20_000);
        await proxy.dataArrived;
        await transport.close?.();
        await expect(sent).resolves.toBe(
          transport.reportsSent ? 'network, unsent' : 'timeout, sent',
        );
        expect(proxy.received()).toContain('CONNECT 127.0.0.1');
      });
    });
  });
}
