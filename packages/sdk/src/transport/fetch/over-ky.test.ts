import { Readable } from 'node:stream';
import { exampleOf } from '@org/payments-contract/examples';
import { fetch as undiciFetch } from 'undici';
import { expect, test, vi } from 'vitest';
import { BASE_URL, card, json, scriptedClient } from '../../../test/scripted-service.ts';
import { listenOn } from '../../../test/servers.ts';
import type { FetchFunction, FetchInit } from '../transport.ts';
import { overKy } from './over-ky.ts';

const { signal } = new AbortController();
const get = { method: 'GET', url: 'https://service.test/', headers: {}, body: undefined, signal };

test('requests with immediate responses do not block the event loop', async () => {
  const transport = overKy(async () => new Response('{}'));
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  for (let request = 0; request < 1_000; request += 1) await transport(get);
  expect(turned).toBe(true);
});

test('requests complete while timers are simulated', async () => {
  const transport = overKy(async () => new Response('{}'));
  vi.useFakeTimers();
  for (let request = 0; request < 600; request += 1) await transport(get);
  vi.useRealTimers();
});

const update = { agentId: 'Agent:1', isPaused: true } as const;
const agent = { ...(exampleOf('agents.get').result as object), id: 'Agent:1', isPaused: true };
const url = `${BASE_URL}/agents/Agent:1`;

/** What a function was called with, read as node-fetch reads it. */
interface Seen {
  readonly target: unknown;
  readonly init: FetchInit;
}

test('a function of a URL and its options gets both, with the whole request', async () => {
  const seen: Seen[] = [];
  const fetch = async (target: string, init: FetchInit) => {
    seen.push({ target, init });
    return json(200, agent);
  };
  await scriptedClient([], { fetch }).payments.agents.update(update);
  const [{ target, init } = {}] = seen;
  expect(target).toBe(url);
  expect(init).toMatchObject({
    method: 'PATCH',
    body: '{"isPaused":true}',
    redirect: 'manual',
    cache: 'no-store',
    headers: {
      'content-type': 'application/json',
      authorization: expect.stringMatching(/^Basic /),
    },
  });
  expect(init?.signal).toBeInstanceOf(AbortSignal);
});

test('a function that declares one parameter gets a Request that reads as its URL', async () => {
  const seen: Seen[] = [];
  const fetch: FetchFunction = async (target, init: FetchInit = {} as FetchInit) => {
    seen.push({ target: `${target}`, init });
    expect(await target.text()).toBe('{"isPaused":true}');
    return json(200, agent);
  };
  await scriptedClient([], { fetch }).payments.agents.update(update);
  expect(seen).toMatchObject([{ target: url, init: { method: 'PATCH' } }]);
});

test.each<[string, FetchFunction]>([
  ['the platform with both arguments', (...given) => fetch(...given)],
  ['the package undici', undiciFetch],
  ['the platform with the URL', (target, init) => fetch(`${target}`, init as RequestInit)],
])('%s sends a write and an upload as they are', async (_what, given) => {
  const received: string[] = [];
  const { url, close } = await listenOn(async (request, response) => {
    const body = (await request.toArray()).join('');
    received.push(`${request.method} ${body.includes('%PDF-1.7') ? 'file' : body}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(agent));
  });
  const baseUrl = `${url}/2025-10-13`;
  const { payments } = scriptedClient([], { baseUrl, fetch: given });
  await payments.agents.update(update);
  const content = new TextEncoder().encode('%PDF-1.7 a passport');
  const file = { content, fileName: 'passport.pdf', contentType: 'application/pdf' };
  const documentHolder = 'Customer:1';
  const details = { documentHolder, documentType: 'PASSPORT', documentNumber: 'X', country: 'GB' };
  await payments.documents.create({ ...details, file } as never).catch(() => undefined);
  await close();
  expect(received).toEqual(['PATCH {"isPaused":true}', 'POST file']);
});

test('a response with a stream of Node is read like one of the platform', async () => {
  const library = (status: number, text: string | null) => ({
    status,
    headers: new Map([['content-type', 'application/json']]),
    body: text === null ? null : Readable.from([Buffer.from(text)]),
  });
  const replies = [library(200, JSON.stringify(card)), library(204, '')];
  const fetch = async (_url: string, _init: FetchInit) => replies.shift() ?? library(500, null);
  const { payments } = scriptedClient([], { fetch, retry: 0 });
  expect(await payments.cards.get({ id: 'Card:1' })).toEqual(card);
  expect(await payments.tokens.delete({ tokenId: 'Token:1' })).toBeUndefined();
  await expect(payments.cards.get({ id: 'Card:1' })).rejects.toMatchObject({ status: 500 });
});
