import {
  type Clock,
  createPaymentsClient,
  type FetchFunction,
  type Stamper,
  type Transport,
} from '@org/payments-sdk';
import type { Exchange, Fault, ServerFault } from './fault-list.ts';
import { type FaultyServer, faultyServer, type Plan } from './faulty-server.ts';
import { type Kind, kinds, read, readCard } from './kinds.ts';
import { Ledger } from './ledger.ts';
import { type CallEnd, type CallReport, endOf, type Mode, modes } from './report.ts';

/** A transport by its name; without either option the client's default, over node:http. */
export interface NamedTransport {
  readonly name: string;
  readonly transport?: Transport;
  readonly fetch?: FetchFunction;
}

/** A fault of a service on a socket. */
export type NamedServerFault = Extract<Fault, { server: ServerFault }>;

/** The longest time of a timer; one set for longer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
const SPEED = 10;
/** The timeout of an attempt. It is reached when the server has fallen silent, see {@link Silence}. */
const TIMEOUT = 3_000;
/** Long enough not to be reached, however busy the machine is. */
const DEADLINE = 36_000_000;
/** Real milliseconds between the server's silence and the timeout, for what is on its way. */
const SETTLED = 50;

/** Creates a clock that runs faster, so that real sockets reach short limits. */
export function fastClock(): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * SPEED,
    setTimeout(callback, milliseconds) {
      const timer = setTimeout(callback, Math.min(milliseconds / SPEED, LONGEST_TIMER));
      return () => clearTimeout(timer);
    },
  };
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
  after(strike: (exchange: Exchange) => void): (exchange: Exchange) => void {
    return (exchange) => {
      const waiting = [...this.#waiting];
      strike(exchange);
      setTimeout(() => {
        for (const callback of waiting) if (this.#waiting.delete(callback)) callback();
      }, SETTLED);
    };
  }
}

function planOf({ strike, afterwards, connection }: ServerFault, kind: Kind, mode: Mode): Plan {
  let requests = 0;
  let connections = 0;
  const strikes = (count: number) => mode === 'always' || count === 1;
  return {
    request(leg) {
      if (strike === undefined || leg !== kind.leg) return undefined;
      requests += 1;
      if (!strikes(requests)) return undefined;
      return requests === 1 ? strike : (afterwards ?? strike);
    },
    connection() {
      connections += 1;
      const counted = connections - (kind.leg - 1);
      return counted > 0 && strikes(counted) ? connection : undefined;
    },
  };
}

/** If a fault strikes connections, and a second leg, that leg needs a connection of its own. */
function stamperOf({ connection }: ServerFault, kind: Kind, server: FaultyServer): Stamper {
  return {
    async stamp() {
      if (kind.leg === 2 && connection === 'down') await server.stop();
      if (kind.leg === 2 && connection === 'reset') server.dropConnections();
      // The end of a connection that the server has closed arrives after its response. On a busy machine
      // that takes a moment, and timers come before what sockets have.
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (let turn = 0; turn < 2; turn += 1) await new Promise((read) => setImmediate(read));
      return 'stamp';
    },
  };
}

/** A server that was down is back when the client has waited before it tries again. */
function revivingClock(server: FaultyServer): Clock {
  const clock = fastClock();
  return {
    ...clock,
    setTimeout(callback, milliseconds) {
      const isBackoff = milliseconds < TIMEOUT;
      if (!isBackoff || server.isListening()) return clock.setTimeout(callback, milliseconds);
      void server.start().then(callback);
      return () => {};
    },
  };
}

async function runCase(
  { name: faultName, effect, server: fault }: NamedServerFault,
  kind: Kind,
  mode: Mode,
  { name: transport, ...over }: NamedTransport,
): Promise<CallReport[]> {
  const ledger = new Ledger(fault.skew);
  const silence = new Silence();
  const isSilent = fault.silent === true && fault.strike !== undefined;
  const struck = isSilent ? { ...fault, strike: silence.after(fault.strike) } : fault;
  const server = await faultyServer(ledger, planOf(struck, kind, mode));
  const payments = createPaymentsClient({
    baseUrl: server.baseUrl,
    tokenId: 'token',
    clientSecret: 'secret',
    timeout: TIMEOUT,
    deadline: DEADLINE,
    clock: silence.over(mode === 'once' ? revivingClock(server) : fastClock()),
    ...over,
  });
  const stamper = stamperOf(fault, kind, server);
  if (fault.connection === 'down' && kind.leg === 1) await server.stop();
  const marker = [faultName, kind.name, mode, transport].join('-').replaceAll(/\W+/g, '-');
  const ends: [Kind, CallEnd][] = [
    [kind, await endOf(() => kind.call(payments, marker, stamper), marker)],
  ];
  // The same client, and with it the same sockets, must receive the next response correctly.
  if (effect === 'harmless') {
    ends.push([read, await endOf(() => readCard(payments, marker), marker)]);
  }
  await server.stop();
  // Counted at the end, so that late requests are counted too.
  const appliedBy = ({ writes }: Kind) => (writes ? ledger.applied(marker) : 0);
  return ends.map(([of, end]) => ({ ...end, kind: of, mode, transport, applied: appliedBy(of) }));
}

/** Applies a fault to every kind of operation, once and always, over every transport. */
export async function runFault(
  fault: NamedServerFault,
  transports: readonly NamedTransport[],
): Promise<CallReport[]> {
  const cases = transports.flatMap((transport) =>
    kinds.flatMap((kind) => modes.map((mode) => runCase(fault, kind, mode, transport))),
  );
  return (await Promise.all(cases)).flat();
}
