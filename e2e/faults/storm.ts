import { createPaymentsClient } from '@org/payments-sdk';
import { type Exchange, faults } from './fault-list.ts';
import { faultyServer, type Plan } from './faulty-server.ts';
import { type Kind, kinds } from './kinds.ts';
import { Ledger } from './ledger.ts';
import { type CallReport, endOf } from './report.ts';
import { fastClock, type NamedTransport } from './run-fault.ts';

const CALLS = 1_000;
const FAULTY = 0.1;
/** A hundred real seconds, which no attempt reaches: a silent connection ends after `PATIENCE`. */
const TIMEOUT = 1_000_000;
/** After this many real milliseconds an intermediary closes a silent connection. */
const PATIENCE = 400;

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function seededRandom(): () => number {
  let state = 20_260_105;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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

/** A thousand calls of every kind at once, a tenth of their requests struck by some fault. */
export async function runStorm({ name: transport, ...over }: NamedTransport) {
  const ledger = new Ledger();
  const random = seededRandom();
  let struck = 0;
  const request: Plan['request'] = () => {
    if (random() >= FAULTY) return undefined;
    struck += 1;
    return strikes[Math.floor(random() * strikes.length)];
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
  return { reports, struck };
}
