import {
  type Clock,
  createPaymentsClient,
  type FetchFunction,
  type Stamper,
  type Transport,
} from '@org/payments-sdk';
import { fastClock } from './fast-clock.ts';
import type { Fault } from './fault-list.ts';
import { type FaultyServer, faultyServer, type Plan } from './faulty-server.ts';
import { type Kind, kinds, read, readCard } from './kinds.ts';
import { Ledger } from './ledger.ts';
import { type CallReport, verdictOf } from './report.ts';

/** How often a fault affects the requests of a call. */
export const modes = ['once', 'always'] as const;
export type Mode = (typeof modes)[number];

/** A transport and its name in the tally; without either the client's default, over node:http. */
export interface NamedTransport {
  readonly name: string;
  readonly transport: Transport | undefined;
  readonly fetch?: FetchFunction;
}

const SPEED = 10;
/** The timeout of an attempt. It is reached when the server has fallen silent, see {@link Silence}. */
const TIMEOUT = 3_000;
/** Long enough not to be reached, however busy the machine is. */
const DEADLINE = 36_000_000;
/** Real milliseconds between the server's silence and the timeout, for what is on its way. */
const SETTLED = 50;

/** One call that was affected by a fault, and how it ended. */
export interface FaultCase {
  readonly fault: Fault;
  readonly kind: Kind;
  readonly mode: Mode;
  readonly report: CallReport;
}

/**
 * Attempts whose timeout is running. A timeout measured in real milliseconds would be reached on a
 * busy machine even if the server responds; here it is reached because the server does not.
 */
class Silence {
  readonly #waiting = new Set<() => void>();

  /** The clock, except that the timeouts of attempts end when the server falls silent. */
  over(clock: Clock): Clock {
    return {
      ...clock,
      setTimeout: (callback, milliseconds) => {
        if (milliseconds !== TIMEOUT) return clock.setTimeout(callback, milliseconds);
        this.#waiting.add(callback);
        return () => this.#waiting.delete(callback);
      },
    };
  }

  /** Applies the fault; waiting attempts then reach their timeout. */
  after(strike: NonNullable<Fault['strike']>): NonNullable<Fault['strike']> {
    return (exchange) => {
      const waiting = [...this.#waiting];
      strike(exchange);
      setTimeout(() => {
        for (const callback of waiting) if (this.#waiting.delete(callback)) callback();
      }, SETTLED);
    };
  }
}

function planOf(fault: Fault, kind: Kind, mode: Mode): Plan {
  let requests = 0;
  let connections = 0;
  const strikes = (count: number) => mode === 'always' || count === 1;
  return {
    request(leg) {
      if (fault.strike === undefined || leg !== kind.leg) return undefined;
      requests += 1;
      if (!strikes(requests)) return undefined;
      return requests === 1 ? fault.strike : (fault.afterwards ?? fault.strike);
    },
    connection() {
      connections += 1;
      const own = connections - (kind.leg - 1);
      return own > 0 && strikes(own) ? fault.connection : undefined;
    },
  };
}

/** If a fault strikes connections, and a second leg, that leg needs a connection of its own. */
function stamperOf(fault: Fault, kind: Kind, server: FaultyServer): Stamper {
  return {
    async stamp() {
      if (kind.leg === 2 && fault.connection === 'down') await server.stop();
      if (kind.leg === 2 && fault.connection === 'reset') server.dropConnections();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return 'stamp';
    },
  };
}

/** A server that was down is back when the client has waited before it tries again. */
function revivingClock(server: FaultyServer): Clock {
  const clock = fastClock(SPEED);
  return {
    ...clock,
    setTimeout(callback, milliseconds) {
      const isBackoff = milliseconds < TIMEOUT;
      if (!isBackoff || server.isListening) return clock.setTimeout(callback, milliseconds);
      void server.start().then(callback);
      return () => {};
    },
  };
}

async function verdict(send: () => Promise<string>, marker: string) {
  try {
    const isForeign = !(await send()).endsWith(marker);
    return { verdict: 'applied', error: undefined, foreign: isForeign } as const;
  } catch (error) {
    return { verdict: verdictOf(error), error: (error as Error).name, foreign: false } as const;
  }
}

async function runCase(
  fault: Fault,
  kind: Kind,
  mode: Mode,
  { name, transport, fetch }: NamedTransport,
): Promise<FaultCase[]> {
  const ledger = new Ledger(fault.skew);
  const silence = new Silence();
  const isSilent = fault.silent === true && fault.strike !== undefined;
  const struck = isSilent ? { ...fault, strike: silence.after(fault.strike) } : fault;
  const server = await faultyServer(ledger, planOf(struck, kind, mode));
  const clock = mode === 'once' ? revivingClock(server) : fastClock(SPEED);
  const payments = createPaymentsClient({
    baseUrl: server.baseUrl,
    tokenId: 'token',
    clientSecret: 'secret',
    timeout: TIMEOUT,
    deadline: DEADLINE,
    clock: silence.over(clock),
    ...(transport && { transport }),
    ...(fetch && { fetch }),
  });
  const stamper = stamperOf(fault, kind, server);
  if (fault.connection === 'down' && kind.leg === 1) await server.stop();
  const marker = [fault.name, kind.name, mode, name].join('-').replaceAll(/\W+/g, '-');
  const first = await verdict(() => kind.call(payments, marker, stamper), marker);
  // The same client, and with it the same sockets, must receive the next response correctly.
  const next =
    fault.effect === 'harmless'
      ? await verdict(() => readCard(payments, marker), marker)
      : undefined;
  await server.stop();
  const report = (of: Kind, result: typeof first): CallReport => ({
    fault: fault.name,
    kind: of.name,
    transport: name,
    writes: of.writes,
    // Counted at the end, so that late requests are counted too.
    applied: of.writes ? ledger.applied(marker) : 0,
    ...result,
  });
  const own = { fault, kind, mode, report: report(kind, first) };
  if (next === undefined) return [own];
  return [own, { fault, kind: read, mode, report: report(read, next) }];
}

/** Applies a fault to every kind of operation, once and always, over every transport. */
export async function runFault(
  fault: Fault,
  transports: readonly NamedTransport[],
): Promise<FaultCase[]> {
  const cases = transports.flatMap((transport) =>
    kinds.flatMap((kind) => modes.map((mode) => runCase(fault, kind, mode, transport))),
  );
  return (await Promise.all(cases)).flat();
}
