import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Plugin, ViteDevServer } from 'vite';

type Backend = typeof import('./backend.ts');

const PREFIX = '/__wallet/';
const backendPath = fileURLToPath(new URL('./backend.ts', import.meta.url));

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function toRequest(incoming: IncomingMessage, url: string): Promise<Request> {
  const { method = 'GET', headers } = incoming;
  const init: RequestInit = { method, headers: { 'content-type': headers['content-type'] ?? '' } };
  const target = new URL(url, `http://${headers.host ?? 'localhost'}`);
  if (method === 'GET') return new Request(target, init);
  return new Request(target, { ...init, body: new Uint8Array(await read(incoming)) });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    outgoing.setHeader(name, value);
  });
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

/**
 * Mounts the backend of the wallet's browser tests below `/__wallet/`, so that pages reach it on
 * their own origin. It starts with the first request.
 */
export function walletTestApp(): Plugin {
  let backend: Promise<Backend> | undefined;
  const load = (server: ViteDevServer) => {
    backend ??= server.ssrLoadModule(backendPath) as Promise<Backend>;
    return backend;
  };
  return {
    name: 'wallet-test-app',
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        const { originalUrl = '' } = incoming as { originalUrl?: string };
        if (!originalUrl.startsWith(PREFIX)) return next();
        const answered = async () => {
          const { answer } = await load(server);
          await send(await answer(await toRequest(incoming, originalUrl)), outgoing);
        };
        answered().catch(next);
      });
      server.httpServer?.once('close', () => {
        void backend?.then(({ close }) => close());
      });
    },
  };
}
