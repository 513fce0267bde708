import { createVerify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One delivery as it came over the wire. */
export interface Received {
  readonly raw: Buffer;
  readonly signature: string;
  readonly contentType: string | undefined;
  /** The parsed body. */
  readonly event: { readonly id: string; readonly type: string; readonly data?: unknown };
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Starts an endpoint on loopback that responds with the status a function returns. */
export async function openEndpoint(
  statusOf: (received: Received, count: number) => number = () => 200,
) {
  const received: Received[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const raw = await readAll(incoming);
    const entry = {
      raw,
      signature: String(incoming.headers['x-service-signature']),
      contentType: incoming.headers['content-type'],
      event: JSON.parse(raw.toString()) as Received['event'],
    };
    received.push(entry);
    outgoing.writeHead(statusOf(entry, received.length)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/webhooks` /** Oldest first. */, received };
}

/** Returns whether OpenSSL accepts a signature over raw bytes. */
export function isSignedBy(publicKey: string, raw: Uint8Array, signature: string): boolean {
  return createVerify('sha256').update(raw).verify(publicKey, signature, 'base64');
}
