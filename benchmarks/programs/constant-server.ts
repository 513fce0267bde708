import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { card, challenge } from '../samples.ts';

const answer = (status: number, body: unknown) => {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return { status, headers, text };
};

const found = answer(200, card);
const asked = answer(202, challenge);

/** Responds with a constant card, or with a challenge to a change without a stamp. */
const server = createServer((request, response) => {
  const isFirstLeg =
    request.method === 'PATCH' && request.headers['service-wallet-signature'] === undefined;
  const { status, headers, text } = isFirstLeg ? asked : found;
  request.resume();
  response.writeHead(status, headers);
  response.end(text);
});
server.listen(0, '127.0.0.1', 1024, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
