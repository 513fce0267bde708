import { approve, createWebhookHandler, unwrap, WebhookError } from '@org/payments-sdk/webhooks';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';

function check(isTrue: boolean, problem: string): void {
  if (!isTrue) throw new Error(problem);
}

/**
 * A consumer's program: verifies an event, refuses it with any flipped bit, and handles each event
 * once, with keys from a function.
 */
export async function receiveWebhooks(): Promise<void> {
  const { publicKey, privateKey } = await generateWebhookKeys();
  const data = { id: 'Transaction:1', status: 'COMPLETED' };
  const event = { type: 'OUTGOING_PAYMENT.COMPLETED', data };
  const { body, headers, request } = await signEvent(event, privateKey);

  const received = await unwrap(body, headers, { publicKeys: publicKey });
  check(received.type === 'OUTGOING_PAYMENT.COMPLETED', 'the event has another type');
  const bytes = new TextEncoder().encode(body);
  for (const index of [0, bytes.length >> 1, bytes.length - 1]) {
    const flipped = Uint8Array.from(bytes);
    flipped[index] = (flipped[index] ?? 0) ^ 1;
    const refusal: unknown = await unwrap(flipped, headers, { publicKeys: publicKey }).catch(
      (error: unknown) => error,
    );
    const code = refusal instanceof WebhookError ? refusal.code : 'none';
    check(code === 'WEBHOOK_SIGNATURE_MISMATCH', `byte ${index} flipped: ${code}`);
  }

  let handled = 0;
  let calls = 0;
  const publicKeys = async () => {
    calls += 1;
    return [publicKey];
  };
  const webhooks = createWebhookHandler({ publicKeys })
    .on('OUTGOING_PAYMENT.COMPLETED', async () => {
      handled += 1;
    })
    .on('INCOMING_PAYMENT.PENDING', () => approve());
  const both = await Promise.all([webhooks.fetch(request()), webhooks.fetch(request())]);
  const statuses = both.map(({ status }) => status).sort();
  check(statuses[0] === 200 && statuses[1] !== 200, `two at once: ${statuses.join(' and ')}`);
  const again = await webhooks.fetch(request());
  check(again.status === 409, `a repeated delivery: ${again.status}`);
  check(handled === 1, `the event was handled ${handled} times`);

  const pending = await signEvent({ type: 'INCOMING_PAYMENT.PENDING', data }, privateKey);
  const decision = await webhooks.fetch(pending.request());
  check(decision.status === 200, `an approved payment: ${decision.status}`);
  check(calls === 1, `the keys were read ${calls} times`);
}

// A Worker cannot wait for anything before its first request, and calls the function there.
if (globalThis.navigator?.userAgent !== 'Cloudflare-Workers') {
  receiveWebhooks().then(
    () => console.log('webhooks: done'),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
