import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyStamp } from '@org/payments-crypto';
import type { MockServer } from '@org/payments-mock/server';
import { expect } from 'vitest';

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

const signature = 'service-wallet-signature';
const requestId = 'request-id';

/** Checks that two requests are the legs of one signed change, and returns them. */
export function expectTwoLegs(
  requests: readonly WireRequest[],
  expected: { readonly method: string; readonly path: string; readonly body: unknown },
): { readonly stamp: string; readonly requestId: string } {
  expect(requests).toHaveLength(2);
  const [first, second] = requests as [WireRequest, WireRequest];
  for (const { method, path, headers } of [first, second]) {
    expect({ method, path }).toEqual({ method: expected.method, path: expected.path });
    expect(headers.authorization).toMatch(/^Basic /);
  }
  const text = first.body.toString('utf8');
  expect(text === '' ? undefined : JSON.parse(text)).toEqual(expected.body);
  expect(second.body.equals(first.body)).toBe(true);
  expect(first.headers).not.toHaveProperty(signature);
  expect(first.headers).not.toHaveProperty(requestId);
  expect(second.headers[requestId]).toMatch(/^Request:[0-9a-f-]{36}$/);
  expect(second.headers[signature]).toMatch(/^[A-Za-z0-9_-]{300,400}$/);
  return { stamp: String(second.headers[signature]), requestId: String(second.headers[requestId]) };
}

/** Checks a stamp against its expected payload and key. */
export async function expectStamp(
  stamp: string,
  payload: string,
  publicKey: string,
): Promise<void> {
  expect(await verifyStamp(stamp, payload)).toMatchObject({ valid: true, publicKey });
}
