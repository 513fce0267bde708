import { API_VERSION } from '@org/payments-contract';
import {
  type Clock,
  createPaymentsClient,
  type PaymentsClient,
  type Transport,
} from '@org/payments-sdk';
import { nodeHttpTransport } from '@org/payments-sdk/node-http';
import { undiciTransport } from '@org/payments-sdk/undici';
import { type Kind, kinds, readCard } from '../faults/kinds.ts';
import { type CallReport, type Verdict, verdictOf } from '../faults/report.ts';
import type { KernelFault } from './kernel-fault-list.ts';
import { addresses, type Network, SERVICE_PORT } from './network.ts';
import type { NamespaceProcess } from './service-process.ts';

/** A point that a number of calls reach before any of them continues. */
class Barrier {
  readonly reached: Promise<void>;
  readonly #opened: Promise<void>;
  #missing: number;
  #reach!: () => void;
  #open!: () => void;

  constructor(count: number) {
    this.#missing = count;
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Waits for the others, and until the barrier is opened. */
  async pass(): Promise<void> {
    this.#missing -= 1;
    if (this.#missing === 0) this.#reach();
    await this.#opened;
  }

  open(): void {
    this.#open();
  }
}

/** A transport under test. */
interface NamedTransport {
  readonly name: 'node:http' | 'fetch' | 'undici';
  /** Opens one with a single connection; undefined if the client creates it from `fetch`. */
  open(): (Transport & { close(): Promise<void> }) | undefined;
}

/** Every transport of the SDK. */
export const transports: readonly NamedTransport[] = [
  { name: 'node:http', open: () => nodeHttpTransport({ connections: 1 }) },
  { name: 'undici', open: () => undiciTransport({ connections: 1 }) },
  { name: 'fetch', open: () => undefined },
];

/** Whether the network is repaired after the first attempt that met the fault. */
export type Mode = 'once' | 'always';

/** One call that was affected by a fault, and how it ended. */
export interface KernelCase {
  readonly kind: Kind;
  readonly transport: NamedTransport['name'];
  readonly report: CallReport;
  /** The messages of the error and its causes, with system calls. */
  readonly messages: string;
}

/** The machines of a run. */
export interface Stage {
  readonly network: Network;
  readonly service: NamespaceProcess;
}

interface Started {
  /** The first attempt that met the fault is over. */
  readonly struck: Promise<void>;
  readonly outcome: Promise<{ verdict: Verdict; error: unknown; foreign: boolean }>;
  close(): Promise<void>;
}

function textOf(error: unknown): string {
  const texts: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 6; depth += 1) {
    const inner = at instanceof AggregateError ? at.errors.map(textOf).join(' ') : '';
    texts.push(`${at.name}: ${at.message} ${inner}`);
    at = at.cause;
  }
  return texts.join(' < ');
}

async function settled(call: () => Promise<string>, marker: string) {
  try {
    const foreign = !(await call()).endsWith(marker);
    return { verdict: 'applied' as Verdict, error: undefined, foreign };
  } catch (error) {
    return { verdict: verdictOf(error), error: error as unknown, foreign: false };
  }
}

/** Limit of a call, and of an attempt that no fault strikes: milliseconds for a busy machine. */
const HEALTHY = 120_000;

/** Milliseconds of a step. */
const STEP = 20;

/**
 * Calls back after a time in which this process ran. A stall of a busy machine counts as one step, or a
 * write whose turn comes after the stall would reach its limit before it is sent.
 */
function afterRunning(callback: () => void, milliseconds: number): () => void {
  let left = milliseconds;
  let timer: NodeJS.Timeout | undefined;
  const step = () => {
    timer = setTimeout(
      () => {
        left -= STEP;
        if (left > 0) step();
        else callback();
      },
      Math.min(STEP, left),
    );
  };
  step();
  return () => clearTimeout(timer);
}

/**
 * A clock on which the wait before a repeated attempt lasts until `over`, and no longer, and on which
 * the limits of attempts are those of the fault only as long as it strikes.
 */
function repairClock(
  over: Promise<void>,
  isStruck: () => boolean,
): Clock & { nextIsBackoff(): void } {
  let isBackoff = false;
  return {
    now: Date.now,
    nextIsBackoff() {
      isBackoff = true;
    },
    setTimeout(callback, milliseconds) {
      const isOver = isBackoff;
      isBackoff = false;
      if (!isOver) {
        return afterRunning(callback, isStruck() ? milliseconds : HEALTHY);
      }
      let isWanted = true;
      void over.then(() => isWanted && callback());
      return () => {
        isWanted = false;
      };
    },
  };
}

function startCall(
  fault: KernelFault,
  kind: Kind,
  { open }: NamedTransport,
  mode: Mode,
  marker: string,
  barrier: Barrier,
  repaired: Promise<void>,
): Started {
  const transport = open();
  let isStruck = false;
  let onStruck = () => {};
  const struck = new Promise<void>((resolve) => {
    onStruck = resolve;
  });
  let isRepaired = false;
  if (mode === 'once') void repaired.then(() => (isRepaired = true));
  const clock = repairClock(
    mode === 'once' ? repaired : Promise.resolve(),
    () => isStruck && !isRepaired,
  );
  const payments: PaymentsClient = createPaymentsClient({
    baseUrl: `https://${addresses.service}:${SERVICE_PORT}/${API_VERSION}`,
    tokenId: 'token',
    clientSecret: 'secret',
    timeout: fault.timeout,
    retry: mode === 'once' ? 2 : 1,
    deadline: HEALTHY,
    ...(transport === undefined ? { fetch: (request) => fetch(request) } : { transport }),
    clock,
    observers: [
      ({ type }) => {
        if (type === 'retry') clock.nextIsBackoff();
        if (isStruck && type === 'attempt.end') onStruck();
      },
    ],
  });
  const pass = async () => {
    await barrier.pass();
    isStruck = true;
  };
  const stamper = {
    async stamp() {
      if (kind.leg === 2) await pass();
      return 'stamp';
    },
  };
  const call = async () => {
    if (kind.leg === 1) {
      if (!fault.fresh) await readCard(payments, `warm-${marker}`);
      await pass();
    }
    return kind.call(payments, marker, stamper);
  };
  const outcome = settled(call, marker);
  return { struck, outcome, close: async () => transport?.close() };
}

let runs = 0;

/** Applies a fault to every kind of operation, over every transport, all at the same time. */
export async function runKernelFault(
  fault: KernelFault,
  mode: Mode,
  { network, service }: Stage,
  over: readonly NamedTransport[] = transports,
): Promise<KernelCase[]> {
  const cases = over.flatMap((transport) => kinds.map((kind) => ({ transport, kind })));
  runs += 1;
  const run = `${fault.name}-${mode}-${runs}`.replaceAll(/\W+/g, '-');
  const markers = cases.map((_case, index) => `${run}-${index}-x`);
  const legs = Object.fromEntries(cases.map(({ kind }, index) => [markers[index], kind.leg]));
  const planned = service.next((message) => 'planned' in message);
  service.send({ legs, hold: fault.hold === true, close: fault.fresh === true });
  await planned;

  const { promise: repaired, resolve: onRepaired } = Promise.withResolvers<void>();
  const barrier = new Barrier(cases.length);
  const calls = cases.map(({ transport, kind }, index) =>
    startCall(fault, kind, transport, mode, markers[index] ?? '', barrier, repaired),
  );
  await barrier.reached;
  await fault.before?.(network);
  const arrivals = fault.arrived && service.arrivals(markers);
  barrier.open();
  await arrivals;
  await fault.arrived?.(network);
  if (mode === 'once') {
    await Promise.all(calls.map(({ struck }) => struck));
    await network.heal();
    onRepaired();
  }
  const outcomes = await Promise.all(calls.map(({ outcome }) => outcome));
  await network.heal();
  await Promise.all(calls.map(({ close }) => close()));
  await service.quiet();
  const applied = await service.applied(markers);
  return cases.map(({ kind, transport }, index) => {
    const { verdict: messages, error, foreign } = outcomes[index] as (typeof outcomes)[number];
    const report: CallReport = {
      fault: fault.name,
      kind: kind.name,
      transport: transport.name,
      writes: kind.writes,
      verdict: messages,
      error: error instanceof Error ? error.name : undefined,
      applied: kind.writes ? (applied[markers[index] ?? ''] ?? 0) : 0,
      foreign,
    };
    return { kind, transport: transport.name, report, messages: textOf(error) };
  });
}
