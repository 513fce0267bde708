import { readFileSync } from 'node:fs';
import { createPaymentsClient, type Transport } from '@org/payments-sdk';
import { undiciTransport } from '@org/payments-sdk/undici';
import nodeFetch from 'node-fetch';
import nodeFetch2, { type RequestInit } from 'node-fetch-2';
import { afterAll, describe, expect, test } from 'vitest';
import { type Exchange, faultRows, faults } from './fault-list.ts';
import { faultyServer, type Plan } from './faulty-server.ts';
import { type Kind, kinds } from './kinds.ts';
import { Ledger } from './ledger.ts';
import { type CallReport, differences, endOf, lies } from './report.ts';
import { fastClock, type NamedServerFault, type NamedTransport, runFault } from './run-fault.ts';

const CALLS = 300;
/** Every tenth request is struck, each by the next fault. */
const FAULTY = 10;
/** A hundred real seconds, which no attempt reaches: a silent connection ends after `PATIENCE`. */
const TIMEOUT = 1_000_000;
/** After this many real milliseconds an intermediary closes a silent connection. */
const PATIENCE = 400;

const strikes = faults.flatMap((fault) => {
  if (!('server' in fault)) return [];
  const { strike, silent, skew } = fault.server;
  if (strike === undefined || skew !== undefined) return [];
  if (silent !== true) return [strike];
  return [
    (exchange: Exchange) => {
      strike(exchange);
      setTimeout(() => exchange.socket.destroy(), PATIENCE);
    },
  ];
});

/** 300 calls of every kind at once, a tenth of their requests struck by some fault. */
async function runStorm({ name: transport, ...over }: NamedTransport) {
  const ledger = new Ledger();
  let requests = 0;
  const request: Plan['request'] = () => {
    requests += 1;
    return requests % FAULTY === 0 ? strikes[(requests / FAULTY) % strikes.length] : undefined;
  };
  const server = await faultyServer(ledger, { request, connection: () => undefined });
  const payments = createPaymentsClient({
    baseUrl: server.baseUrl,
    tokenId: 'token',
    clientSecret: 'secret',
    timeout: TIMEOUT,
    deadline: 10 * TIMEOUT,
    clock: fastClock(),
    ...over,
  });
  const stamper = { stamp: async () => 'stamp' };
  const calls = Array.from({ length: CALLS }, async (_, index) => {
    const kind = kinds[index % kinds.length] as Kind;
    const marker = `storm-${index}`;
    const end = await endOf(() => kind.call(payments, marker, stamper), marker);
    return { ...end, kind, marker };
  });
  const ends = await Promise.all(calls);
  await server.stop();
  const reports = ends.map(({ marker, ...end }): CallReport => {
    const applied = end.kind.writes ? ledger.applied(marker) : 0;
    return { ...end, mode: 'once', transport, applied };
  });
  return { reports, struck: Math.floor(requests / FAULTY) };
}

const pool = undiciTransport({ connections: 256 });
const transports: readonly NamedTransport[] = [
  { name: 'node:http' },
  { name: 'undici', transport: pool },
  { name: 'fetch', fetch: (request) => fetch(request) },
];
/** Functions whose responses are of a class of their own, with a stream of Node as the body. */
const libraries: readonly NamedTransport[] = [
  { name: 'node-fetch', fetch: nodeFetch },
  // Its types name an `AbortSignal` that does not fit `exactOptionalPropertyTypes`.
  { name: 'node-fetch 2', fetch: (url, init) => nodeFetch2(url, init as RequestInit) },
];

afterAll(() => pool.close());

const serverFaults = faults.filter((fault): fault is NamedServerFault => 'server' in fault);
const named = serverFaults.map((fault) => [fault.name, fault] as const);

describe('every kind of operation, struck once and always, over every transport', () => {
  test.each(named)('%s', async (_name, fault) => {
    const reports = await runFault(fault, transports);
    expect(lies(reports)).toEqual([]);
    expect(differences(fault.effect, reports)).toEqual([]);
    expect(reports).toHaveLength(fault.effect === 'harmless' ? 72 : 36);
  });
});

describe.each(libraries)('$name as the option `fetch`', (library) => {
  // A refusal is a whole response, which any library hands over alike.
  test.each(named.filter(([, { effect }]) => effect !== 'refused'))('%s', async (name, fault) => {
    // Version 2 does not notice that a body ends too early.
    const isUnnoticed = name === 'truncated body' && library.name === 'node-fetch 2';
    const server = isUnnoticed ? { ...fault.server, silent: true as const } : fault.server;
    const reports = await runFault({ ...fault, server }, [library]);
    expect(lies(reports)).toEqual([]);
    // It sends on a connection whose end it has not read yet: a second leg may then be lost.
    const isRace = name === 'keep-alive socket closed after the response';
    const found = differences(fault.effect, reports);
    expect(found.filter((line) => !(isRace && line.includes(': unknown')))).toEqual([]);
    expect(reports).toHaveLength(fault.effect === 'harmless' ? 24 : 12);
  });
});

describe('300 calls at once, a tenth of their requests struck', () => {
  test.each(transports)('$name', async (transport) => {
    const { reports, struck } = await runStorm(transport);
    expect(lies(reports)).toEqual([]);
    expect(reports).toHaveLength(CALLS);
    expect(struck).toBeGreaterThan(24);
    const count = (wanted: string) => reports.filter(({ verdict }) => verdict === wanted).length;
    expect(count('applied')).toBeGreaterThan(255);
    expect(count('unknown')).toBeGreaterThan(0);
  });
});

test('the suite detects a client that repeats a lost request', async () => {
  const transport: Transport = (request) => pool(request).catch(() => pool(request));
  const lost = serverFaults.find(({ name }) => name === 'reset after the change is applied');
  const found = lies(await runFault(lost as NamedServerFault, [{ name: 'careless', transport }]));
  expect(found.filter((lie) => lie.endsWith('applied twice'))).toHaveLength(6);
});

test('the page lists every fault', () => {
  const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8');
  expect(page).toContain(`|---|---|---|\n${faultRows().join('\n')}\n\n`);
});
