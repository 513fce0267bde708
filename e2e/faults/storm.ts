import { createPaymentsClient } from '@org/payments-sdk';
import { fastClock } from './fast-clock.ts';
import { type Fault, faults } from './fault-list.ts';
import { faultyServer, type Plan } from './faulty-server.ts';
import { type Kind, kinds } from './kinds.ts';
import { Ledger } from './ledger.ts';
import { type CallReport, verdictOf } from './report.ts';
import type { NamedTransport } from './run-fault.ts';

/** The calls over each transport. */
export const CALLS = 1_000;
const FAULTY = 0.1;
const SPEED = 10;
/** A hundred real seconds, which no attempt reaches: a silent connection ends after `PATIENCE`. */
const TIMEOUT = 1_000_000;
/** After this many real milliseconds an intermediary closes a silent connection. */
const PATIENCE = 400;

/** Decides which requests are struck. */
export const STORM_SEED = 20_260_105;

/** The name of the storm in the tally. */
export const STORM = '1,000 calls at once, 10 % faults';

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function ending({ strike, silent }: Fault): Fault['strike'] {
  if (strike === undefined || silent !== true) return strike;
  return (exchange) => {
    strike(exchange);
    setTimeout(() => exchange.socket.destroy(), PATIENCE);
  };
}

function stormPlan(seed: number): Plan & { readonly struck: () => number } {
  const random = seededRandom(seed);
  const strikes = faults
    .filter(({ strike, skew }) => strike !== undefined && skew === undefined)
    .map(ending);
  let struck = 0;
  const pick = (): Fault['strike'] => {
    if (random() >= FAULTY) return undefined;
    struck += 1;
    return strikes[Math.floor(random() * strikes.length)];
  };
  return { request: pick, connection: () => undefined, struck: () => struck };
}

/** A thousand calls of every kind at once, a tenth of their requests struck by some fault. */
export async function runStorm(
  seed: number,
  { name, transport }: NamedTransport,
): Promise<{ readonly reports: readonly CallReport[]; readonly struck: number }> {
  const ledger = new Ledger();
  const plan = stormPlan(seed);
  const server = await faultyServer(ledger, plan);
  const payments = createPaymentsClient({
    baseUrl: server.baseUrl,
    tokenId: 'token',
    clientSecret: 'secret',
    timeout: TIMEOUT,
    deadline: 10 * TIMEOUT,
    clock: fastClock(SPEED),
    ...(transport && { transport }),
  });
  const stamper = { stamp: async () => 'stamp' };
  const one = async (kind: Kind, marker: string) => {
    const facts = { fault: STORM, kind: kind.name, transport: name, writes: kind.writes, marker };
    try {
      const foreign = !(await kind.call(payments, marker, stamper)).endsWith(marker);
      return { ...facts, verdict: 'applied' as const, error: undefined, foreign };
    } catch (error) {
      const { name: errorName } = error as Error;
      return { ...facts, verdict: verdictOf(error), error: errorName, foreign: false };
    }
  };
  const calls = Array.from({ length: CALLS }, (_, index) => {
    const kind = kinds[index % kinds.length] as Kind;
    return one(kind, `storm-${index}`);
  });
  const results = await Promise.all(calls);
  await server.stop();
  const reports = results.map(({ marker, ...report }) => ({
    ...report,
    applied: report.writes ? ledger.applied(marker) : 0,
  }));
  return { reports, struck: plan.struck() };
}
