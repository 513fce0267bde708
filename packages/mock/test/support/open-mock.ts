import { type Customer, REQUEST_ID_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import { findEvent } from '@org/payments-contract/events';
import type { SessionKey } from '@org/payments-crypto';
import { expect, onTestFinished } from 'vitest';
import {
  type Connection,
  createMock,
  type Mock,
  type MockOptions,
  type ReasonName,
  reasons,
} from '../../src/index.ts';

import { prepareOnceMore, stateOf } from './once-more.ts';
import { birthsOf, expectSameBirths, expectTrueResult, expectTruths } from './truths.ts';

export interface OpenTransport {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly connection: Connection;
  close(): Promise<void>;
}

export interface Transport {
  readonly name: string;
  open(mock: Mock): Promise<OpenTransport>;
}

/** The mock as a function, in Node or in a browser: this file loads nothing that only Node has. */
export const fetchTransport: Transport = {
  name: 'mock.fetch',
  open: async (mock) => ({
    fetch: mock.fetch,
    connection: mock.connection,
    close: async () => {},
  }),
};

export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export interface Challenge {
  readonly payloadToSign: string;
  readonly requestId: string;
  readonly expiresAt: string;
}

type HeaderFields = Readonly<Record<string, string>>;

async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Reply['body']);
  return { status: response.status, body, headers: response.headers };
}

export function basicOf({ tokenId, clientSecret }: Omit<Connection, 'baseUrl'>): string {
  return `Basic ${btoa(`${tokenId}:${clientSecret}`)}`;
}

/** Sends with the platform's credentials; `headers` win. A string and a form are sent as they are. */
export function request(
  { fetch, connection }: Pick<OpenTransport, 'fetch' | 'connection'>,
  method: string,
  path: string,
  body?: unknown,
  headers: HeaderFields = {},
): Promise<Response> {
  const isReady = typeof body === 'string' || body instanceof FormData;
  const isJson = body !== undefined && !(body instanceof FormData);
  return fetch(`${connection.baseUrl}${path}`, {
    method,
    headers: {
      authorization: basicOf(connection),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isReady ? body : JSON.stringify(body) }),
  });
}

export async function legTwo(challenge: Challenge, sessionKey: SessionKey): Promise<HeaderFields> {
  const stamp = await sessionKey.stamp(challenge.payloadToSign);
  return { [REQUEST_ID_HEADER]: challenge.requestId, [SIGNATURE_HEADER]: stamp };
}

export type OpenMock = Awaited<ReturnType<typeof openMock>>;

/** A customer with a wallet and a live session on it. */
export type SignedIn = Awaited<ReturnType<OpenMock['signIn']>>;

const idOf = (data: unknown) => (data as { readonly id?: unknown } | undefined)?.id;

/** Opens a transport to a fresh mock whose responses are checked against the contract. */
export async function openMock(transport: Transport, options: MockOptions = {}) {
  const mock = createMock({ checkResponses: true, ...options });
  const { fetch, connection, close } = await transport.open(mock);
  onTestFinished(() => close());

  const send = async (method: string, path: string, body?: unknown, headers?: HeaderFields) => {
    const before = mock.events.length;
    const births = birthsOf(mock);
    const kind = `${method} ${path.replaceAll(/\/[^/]*[:\d][^/]*|\?.*/g, '/*')}`;
    const checkAgain = prepareOnceMore(mock, kind, (world, more) =>
      request(world, method, path, body, { ...headers, ...more }),
    );
    const reply = await read(await request({ fetch, connection }, method, path, body, headers));
    const { status } = reply;
    // A wrong signature ends the proof that it answers, and a fault revokes a session; nothing else that is refused
    // changes a resource.
    const refused = mock.requests.filter(
      ({ decision, reason, operation = '' }) =>
        decision === 'refused' &&
        reason !== reasons.sessionRevoked &&
        !operation.endsWith('Ownership'),
    );
    expect(refused.flatMap(({ changes }) => changes)).toEqual([]);
    if (status < 300) expectTrueResult(mock, { sent: body, path, status }, reply.body);
    const told = new Map(mock.events.slice(before).map((event) => [idOf(event.data), event]));
    for (const { type, data } of told.values()) expectTruths(mock, data, type);
    const types = mock.events.slice(before).map(({ type }) => type);
    expect(types.filter((type) => findEvent(type) === undefined)).toEqual([]);
    expectSameBirths(mock, births);
    if (status < 300) await checkAgain([path, body, reply.body]);
    return reply;
  };

  /** Sends leg 1 and expects a challenge. */
  const challenge = async (method: string, path: string, body?: unknown) => {
    const reply = await send(method, path, body);
    expect(reply.status).toBe(202);
    return reply.body as unknown as Challenge;
  };

  /** Sends leg 2 with a stamp over the challenge's payload. */
  const answer = async (
    method: string,
    path: string,
    body: unknown,
    given: Challenge,
    sessionKey: SessionKey,
  ) => send(method, path, body, await legTwo(given, sessionKey));

  return {
    mock,
    fetch,
    connection,
    send,
    challenge,
    answer,
    /** Sends both legs. */
    signed: async (method: string, path: string, body: unknown, sessionKey: SessionKey) =>
      answer(method, path, body, await challenge(method, path, body), sessionKey),
    /** Adds a wallet with a live session, for the given customer or a new one. */
    async signIn(customer: Customer = mock.add.customer()) {
      const { account, credential } = mock.add.wallet({ customerId: customer.id });
      const { session, sessionKey } = await mock.add.session({ accountId: account.id });
      return { customer, account, credential, sessionId: session.id, sessionKey };
    },
  };
}

/** Expects a 401 for exactly this reason, explained to the developer. */
export function expectUnauthorized(reply: Reply, reason: ReasonName): void {
  expect(reply.body).toMatchObject({ status: 401, code: 'UNAUTHORIZED', reason: reasons[reason] });
  expect(reply.status).toBe(401);
  expect(reply.headers.get('mock-explanation')).toBeTruthy();
}

export function expectRefused(reply: Reply, status: number, code: string): void {
  expect(reply.body).toMatchObject({ status, code });
  expect(reply.status).toBe(status);
}

/** Expects 400 `INVALID_INPUT` for exactly these fields. */
export function expectInvalid(reply: Reply, ...fields: string[]): void {
  expectRefused(reply, 400, 'INVALID_INPUT');
  const { errors } = reply.body.details as { errors: { field: string; message: string }[] };
  expect(errors.map(({ field }) => field).sort()).toEqual([...fields].sort());
  for (const { message } of errors) expect(message).not.toBe('');
}

export { stateOf };

export function idsOf({ body }: { readonly body: Readonly<Record<string, unknown>> }): string[] {
  return (body.data as readonly { readonly id: string }[]).map(({ id }) => id);
}
