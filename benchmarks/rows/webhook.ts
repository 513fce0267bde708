import { createPublicKey, verify } from 'node:crypto';
import { unwrap } from '@org/payments-sdk/webhooks';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';
import { interleaved, p50 } from '../rounds.ts';
import { atMost, type Row } from '../table.ts';

/** One webhook, verified and read, against a bare verification by Node. */
export async function webhookRows(): Promise<Row[]> {
  const { publicKey, privateKey } = await generateWebhookKeys();
  const timestamp = new Date().toISOString();
  const data = { id: 'Transaction:0c7a', status: 'COMPLETED', type: 'OUTGOING' };
  const event = { id: 'Webhook:1', type: 'OUTGOING_PAYMENT.COMPLETED', timestamp, data };
  const { body, headers } = await signEvent(event, privateKey);
  const key = createPublicKey(publicKey);
  const bytes = Buffer.from(body);
  const signature = Buffer.from(new Headers(headers).get('x-service-signature') ?? '', 'base64');
  const bare = () => {
    if (!verify('sha256', bytes, key, signature)) throw new Error('The signature is refused.');
    return JSON.parse(body);
  };
  const series = await interleaved(15, [
    { name: 'node:crypto verify and JSON.parse', measure: p50(300, bare) },
    { name: 'unwrap', measure: p50(300, () => unwrap(body, headers, { publicKeys: publicKey })) },
  ]);
  return [{ work: 'One webhook, verified', unit: 'µs', series, targets: { unwrap: atMost(1.4) } }];
}
