import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exampleOf } from '@org/payments-contract/examples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentsClient } from '../../client/payments-client.ts';
import { OutcomeUnknownError } from '../../errors/network-errors.ts';
import { undiciTransport } from '../../transport/undici/undici-transport.ts';
import type { PaymentsClientOptions } from '../options.ts';

const { result } = exampleOf('customers.create');
const input = { customerType: 'INDIVIDUAL', fullName: 'Ada Example' } as const;
let server: Server;
let baseUrl: string;
let age: string | string[] | undefined;

beforeAll(async () => {
  server = createServer((_request, response) => {
    if (age !== undefined) response.setHeader('age', age);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/2025-10-13`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const transports: readonly (readonly [string, PaymentsClientOptions])[] = [
  ['the default transport', {}],
  ['undici', { transport: undiciTransport() }],
  ['fetch', { fetch: (request) => fetch(request) }],
];

describe.each(transports)('over %s, a change', (_name, options) => {
  const create = () =>
    createPaymentsClient({
      baseUrl,
      tokenId: 'id',
      clientSecret: 'secret',
      ...options,
    }).customers.create(input);

  test.each([['9'], ['9, 9'], [['9', '9']], [['0', '9']], [['0', '0']], ['9;x'], ['-1'], ['old']])(
    'whose response has the Age %j, of a cache, has an unknown outcome',
    async (given) => {
      age = given;
      await expect(create()).rejects.toBeInstanceOf(OutcomeUnknownError);
    },
  );

  test.each([[undefined], ['0']])('whose response has the Age %j is applied', async (given) => {
    age = given;
    await expect(create()).resolves.toEqual(result);
  });
});
