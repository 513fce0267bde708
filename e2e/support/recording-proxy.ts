import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MockServer } from '@org/payments-mock/server';

/** One request as its bytes arrived. */
export interface WireRequest {
  readonly method: string;
  /** Path below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A proxy that passes requests on to a mock and records them. */
export interface RecordingProxy {
  readonly baseUrl: string;
  readonly requests: readonly WireRequest[];
  close(): Promise<void>;
}

const hopHeaders = new Set([
  'connection',
  'transfer-encoding',
  'content-length',
  'host',
  'keep-alive',
]);

/** Starts a proxy in front of a mock's server. */
export async function recordingProxy(target: MockServer): Promise<RecordingProxy> {
  const requests: WireRequest[] = [];
  const { pathname } = new URL(target.connection.baseUrl);
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url = '', headers } = incoming;
    requests.push({ method, path: url.slice(pathname.length), headers, body });
    const forwarded = Object.entries(headers).filter(([name]) => !hopHeaders.has(name));
    const response = await fetch(`${target.url}${url}`, {
      method,
      headers: Object.fromEntries(forwarded.map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 && { body }),
    });
    const passed = [...response.headers].filter(([name]) => !hopHeaders.has(name));
    outgoing.writeHead(response.status, Object.fromEntries(passed));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
