import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { listening } from '../servers.ts';

/** Where Linux lists the sockets of TCP over IPv4. */
const SOCKETS = '/proc/net/tcp';
const ESTABLISHED = '01';
/** Only ends what hangs. */
const LIMIT = 10_000;

/** Whether a client's socket to a port on this machine has not received the end of its connection. */
function isConnectedTo(port: number): boolean {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync(SOCKETS, 'utf8')
    .split('\n')
    .some((line) => line.includes(` ${remote} ${ESTABLISHED} `));
}

/**
 * Waits until the kernel has delivered the end of each connection to a port, which a busy machine does
 * later than the server's call returns. It blocks: the client's event loop must not turn, because
 * the tests are about ends that it has not read. On other systems than Linux it does not wait.
 */
function endsDelivered(port: number): void {
  if (!existsSync(SOCKETS)) return;
  const last = performance.now() + LIMIT;
  while (isConnectedTo(port) && performance.now() < last);
}

type Route = (request: IncomingMessage, response: ServerResponse) => unknown;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const notUtf8 = Buffer.from([0x22, 0xc3, 0x28, 0x22]);
const zeros = Buffer.alloc(100_000, '0');
const bomb = gzipSync(Buffer.alloc(60_000_000));

/** Bytes that must appear in no error. */
export const MARKED = 'sk_live_marked';

function raw(text: string): Route {
  return (request) => request.socket.end(text);
}

function send(body: Buffer | string, headers: Record<string, string> = {}): Route {
  return (_request, response) => {
    const bytes = Buffer.from(body);
    response.writeHead(200, { 'content-length': String(bytes.byteLength), ...headers });
    response.end(bytes);
  };
}

function chunked(...chunks: (Buffer | string)[]): Route {
  return (_request, response) => {
    for (const chunk of chunks) response.write(chunk);
    response.end();
  };
}

const routes: Readonly<Record<string, Route>> = {
  '/echo': async (request, response) => {
    const { method, url, headers } = request;
    const body = await bodyOf(request);
    response.end(JSON.stringify({ method, url, headers, body }));
  },
  '/redirect': (_request, response) => response.writeHead(302, { location: '/echo' }).end('moved'),
  '/no-content': (_request, response) => response.writeHead(204).end(),
  '/teapot': (_request, response) => response.writeHead(418).end('short and stout'),
  '/early-hints': (_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' });
    response.end('late');
  },
  '/headers': (_request, response) =>
    response.writeHead(200, { 'X-Many': ['a', 'b'], 'X-One': 'ü', Age: ['0', '9'] }).end(),
  '/umlauts': chunked(Buffer.from('ä').subarray(0, 1), Buffer.from('ä').subarray(1), 'ö'),
  '/byte-order-mark': send('\ufeff{}'),
  '/gzip': send(gzipSync('zipped'), { 'content-encoding': 'gzip' }),
  '/deflate': send(deflateSync('zipped'), { 'content-encoding': 'deflate' }),
  '/deflate-raw': send(deflateRawSync('zipped'), { 'content-encoding': 'deflate' }),
  '/brotli': send(brotliCompressSync('zipped'), { 'content-encoding': 'br' }),
  // A fetch may not offer zstd; then the service does not use it.
  '/zstd': (request, response) =>
    /zstd/.test(String(request.headers['accept-encoding']))
      ? send(zstdCompressSync('zipped'), { 'content-encoding': 'zstd' })(request, response)
      : send('zipped')(request, response),
  '/bomb': send(bomb, { 'content-encoding': 'gzip' }),
  '/not-gzip': send('this is not gzip', { 'content-encoding': 'gzip' }),
  '/many-codings': send(gzipSync('zipped'), { 'content-encoding': Array(9).fill('gzip').join() }),
  '/cut-gzip': send(gzipSync('zipped').subarray(0, 12), { 'content-encoding': 'gzip' }),
  '/bad-chunks': raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${MARKED}\r\n`),
  '/bad-field': raw(`HTTP/1.1 200 OK\r\nbad field ${MARKED}\r\n\r\n`),
  // Reading all fields of such a response throws in some versions of Node 22.
  '/odd-fields': raw(
    'HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\nx-last: c\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
  ),
  '/two-lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n12'),
  '/many-fields': raw(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(200_000)}\r\n\r\n`),
  '/upgrade': raw('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  '/until-close': raw('HTTP/1.1 200 OK\r\n\r\nuntil close'),
  '/unknown-encoding': send('plain', { 'content-encoding': 'rot13' }),
  '/not-utf8': send(notUtf8),
  '/not-utf8-chunked': chunked(notUtf8),
  '/large': send(zeros),
  '/large-chunked': chunked(zeros.subarray(0, 60_000), zeros.subarray(60_000)),
  '/large-gzip': send(gzipSync(zeros), { 'content-encoding': 'gzip' }),
  '/silent': () => {},
  '/slow-body': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('1');
  },
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/reset-in-body': (request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('1', () => request.socket.resetAndDestroy());
  },
  '/truncated': (request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('1', () => request.socket.end());
  },
  '/no-http': (request) => request.socket.end('this is not HTTP\r\n\r\n'),
  '/goodbye': (request, response) => {
    response.end('bye', () => setImmediate(() => request.socket.destroy()));
  },
};

export async function misbehavingServer() {
  const seen: string[] = [];
  const sockets = { opened: 0, open: 0 };
  const changes = new EventEmitter();
  const when = async (isSo: () => boolean) => {
    while (!isSo()) await once(changes, 'change');
  };
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    seen.push(path);
    changes.emit('change');
    routes[path]?.(request, response);
  });
  server.on('connection', (socket) => {
    sockets.opened += 1;
    sockets.open += 1;
    socket.once('close', () => {
      sockets.open -= 1;
      changes.emit('change');
    });
  });
  const { url: origin, close } = await listening(server);
  return {
    origin,
    /** Paths asked for, in order. */
    seen,
    /** Sockets that were opened, and those of them still open. */
    sockets,
    /** Resolves when a path has been asked for. */
    arrived: (path: string) => when(() => seen.includes(path)),
    /** Resolves when no socket is open and the end of each has arrived at the client's. */
    async noneOpen() {
      await when(() => sockets.open === 0);
      endsDelivered(Number(new URL(origin).port));
    },
    close,
  };
}

/** A server for the transports' conformance suite, and what it saw. */
export type MisbehavingServer = Awaited<ReturnType<typeof misbehavingServer>>;
