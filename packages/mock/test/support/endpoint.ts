import { createVerify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOn } from '../../../sdk/test/servers.ts';

export interface Received {
  readonly raw: Buffer;
  readonly signature: string;
  readonly contentType: string | undefined;
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
  const { url, close } = await listenOn(async (incoming, outgoing) => {
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
  onTestFinished(close);
  return { url: `${url}/webhooks` /** Oldest first. */, received };
}

/** Returns whether OpenSSL accepts a signature over raw bytes. */
export function isSignedBy(publicKey: string, raw: Uint8Array, signature: string): boolean {
  return createVerify('sha256').update(raw).verify(publicKey, signature, 'base64');
}
