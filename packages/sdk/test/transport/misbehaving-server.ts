import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

type Route = (request: IncomingMessage, response: ServerResponse) => unknown;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const notUtf8 = Buffer.from([0x22, 0xc3, 0x28, 0x22]);
const zeros = Buffer.alloc(100_000, '0');

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
    response.writeHead(200, { 'X-Many': ['a', 'b'], 'X-One': 'ü' }).end(),
  '/umlauts': chunked(Buffer.from('ä').subarray(0, 1), Buffer.from('ä').subarray(1), 'ö'),
  '/byte-order-mark': send('\ufeff{}'),
  '/gzip': send(gzipSync('zipped'), { 'content-encoding': 'gzip' }),
  '/deflate': send(deflateSync('zipped'), { 'content-encoding': 'deflate' }),
  '/deflate-raw': send(deflateRawSync('zipped'), { 'content-encoding': 'deflate' }),
  '/brotli': send(brotliCompressSync('zipped'), { 'content-encoding': 'br' }),
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

/** A server for the transports' conformance suite, and what it saw. */
export interface MisbehavingServer {
  readonly origin: string;
  /** Paths asked for, in order. */
  readonly seen: readonly string[];
  /** Sockets that were opened, and those of them still open. */
  readonly sockets: { readonly opened: number; readonly open: number };
  close(): Promise<void>;
}

/** Listens on a free loopback port. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts the server. */
export async function misbehavingServer(): Promise<MisbehavingServer> {
  const seen: string[] = [];
  const sockets = { opened: 0, open: 0 };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    seen.push(path);
    routes[path]?.(request, response);
  });
  server.on('connection', (socket) => {
    sockets.opened += 1;
    sockets.open += 1;
    socket.once('close', () => {
      sockets.open -= 1;
    });
  });
  const origin = await listenOnLoopback(server);
  return {
    origin,
    seen,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
