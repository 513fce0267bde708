import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { card, challenge, transfer } from '../samples.ts';

const answer = (status: number, body: unknown) => {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return { status, headers, text };
};

const found = answer(200, card);
const asked = answer(202, challenge);
const paid = answer(200, transfer.result);
/** Milliseconds that each response takes. */
const latency = Number(process.argv[2] ?? 0);

/** Responds with a constant card, with a payment, or with a challenge to a change without a stamp. */
const server = createServer((request, response) => {
  const isFirstLeg =
    request.method === 'PATCH' && request.headers['service-wallet-signature'] === undefined;
  const isPayment = request.url?.endsWith('/transfer-out') === true;
  const { status, headers, text } = isFirstLeg ? asked : isPayment ? paid : found;
  request.resume();
  const respond = () => response.writeHead(status, headers).end(text);
  if (latency > 0) setTimeout(respond, latency);
  else respond();
});
server.listen(0, '127.0.0.1', 1024, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
