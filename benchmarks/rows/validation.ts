import { createPublicKey, verify } from 'node:crypto';
import { platform } from '@org/payments-contract';
import { unwrap } from '@org/payments-sdk/webhooks';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';
import { average, interleaved, p50 } from '../rounds.ts';
import { transactions } from '../samples.ts';
import { atMost, type Row } from '../table.ts';

/** Checking a page of 100 transactions, against parsing its JSON. */
export async function validationRows(): Promise<Row[]> {
  const text = JSON.stringify(transactions);
  const schema = platform.transactions.list.responses[200];
  const check = (value: unknown) => {
    if (!schema.safeParse(value).success) throw new Error('The sample differs from the contract.');
  };
  const ours = 'JSON.parse and validation';
  const series = await interleaved(15, [
    { name: 'JSON.parse', measure: average(60, () => JSON.parse(text)) },
    { name: ours, measure: average(60, () => check(JSON.parse(text))) },
  ]);
  const work = `Validate a page of 100 transactions (${(text.length / 1000).toFixed(0)} KB)`;
  return [{ work, unit: 'µs', series, targets: { [ours]: atMost(2) } }];
}

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
