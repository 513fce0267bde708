import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignResponses } from '../../test/foreign-responses.ts';
import { createAgentClient } from '../client/agent-client.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import { ContractError, OutcomeUnknownError } from '../errors/network-errors.ts';

let gateway: Server;
let baseUrl: string;
type Lie = (typeof foreignResponses)[number];
let lie: Lie | ((path: string, body: string) => Lie);

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const path = decodeURIComponent(request.url ?? '');
    const [status, body] = typeof lie === 'function' ? lie(path, sent) : lie;
    // The real service requests the signatures; the gateway lies about the change itself.
    const { 'x-legs': legs = '1', 'request-id': answered = 'Request:0' } = request.headers;
    const leg = Number(String(answered).split(':')[1]) + 1;
    if (leg < Number(legs)) {
      const requestId = `Request:${leg}`;
      const expiresAt = new Date(Date.now() + 300_000).toISOString();
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ payloadToSign: 'x', requestId, expiresAt }));
      return;
    }
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'Request:gw' });
    response.end(body);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  baseUrl = `http://127.0.0.1:${port}/2025-10-13`;
});

afterAll(() => new Promise((resolve) => gateway.close(resolve)));

type Method = (input: unknown, options?: object) => Promise<unknown>;

/** Calls an operation by its name, over HTTP, with a stamper. */
async function failureOf(name: string): Promise<unknown> {
  const stamper = { stamp: async () => 'stamp' };
  const options = { baseUrl, retry: 0 };
  const [prefix = '', resource = '', verb = ''] = name.startsWith('agent.')
    ? name.split('.')
    : ['', ...name.split('.')];
  const client =
    prefix === 'agent'
      ? createAgentClient({ ...options, accessToken: 'token' })
      : createPaymentsClient({ ...options, tokenId: 'id', clientSecret: 'secret', stamper });
  const method = (client as unknown as Record<string, Record<string, Method>>)[resource]?.[verb];
  const row = operations().find((one) => one.name === name)?.row;
  const headers = row?.signing === 'required' ? { 'x-legs': String(row.legs ?? 2) } : {};
  return method?.(exampleOf(name as never).input, { headers }).then(
    () => 'resolved',
    (error: unknown) => error,
  );
}

// An inline signature needs a read before it, which fails first.
const rows = operations().filter(({ row }) => row.signing !== 'inline');
const writes = rows.filter(({ row }) => row.retry !== 'safe').map(({ name }) => name);
const reads = rows.filter(({ row }) => row.retry === 'safe').map(({ name }) => name);

describe.each(foreignResponses)('a gateway that responds with %d %s', (...given) => {
  test.each(writes)('has not carried out %s', async (name) => {
    lie = given;
    const error = await failureOf(name);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ status: given[0] });
    expect((error as OutcomeUnknownError).rawText()).toBe(given[1]);
  });

  test('has not responded to a read either', async () => {
    lie = given;
    for (const name of reads) {
      const error = await failureOf(name);
      if (given[0] < 400) expect(error, name).toBeInstanceOf(ContractError);
      else expect(error, name).toMatchObject({ name: expect.stringMatching(/Error$/) });
    }
  });
});

test('a foreign response carries what the service can be asked by', async () => {
  lie = [201, '{}'];
  const error = await failureOf('transfers.createOut');
  expect(error).toMatchObject({
    idempotencyKey: expect.any(String),
    requestId: 'Request:gw',
    status: 201,
  });
});
