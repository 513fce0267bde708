import { API_VERSION } from '@org/payments-contract';
import { type Clock, createPaymentsClient, type Transport } from '@org/payments-sdk';
import { nodeHttpTransport } from '@org/payments-sdk/node-http';
import { undiciTransport } from '@org/payments-sdk/undici';
import type { Fault, KernelFault } from '../fault-list.ts';
import { type Kind, kinds, readCard } from '../kinds.ts';
import { type CallEnd, type CallReport, endOf, type Mode } from '../report.ts';
import { addresses, SERVICE_PORT } from './network.ts';
import type { Stage } from './stage.ts';

/** A fault of the network. */
export type NamedKernelFault = Extract<Fault, { kernel: KernelFault }>;

/** A transport under test. */
interface KernelTransport {
  readonly name: string;
  /** Opens one with a single connection; undefined if the client creates it from `fetch`. */
  open(): (Transport & { close(): Promise<void> }) | undefined;
}

/** Every transport of the SDK. */
export const transports: readonly KernelTransport[] = [
  { name: 'node:http', open: () => nodeHttpTransport({ connections: 1 }) },
  { name: 'undici', open: () => undiciTransport({ connections: 1 }) },
  { name: 'fetch', open: () => undefined },
];

/** The options of a client over a transport. */
export function overTransport(transport: Transport | undefined) {
  return transport === undefined ? { fetch: (request: Request) => fetch(request) } : { transport };
}

/** Longer than the kernel takes to give up a connection, on a machine that is busy. */
const PATIENT = 15_000;
/** Until the client gives up a connection that the kernel would keep. */
const SHORT = 600;
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
  const timer = setInterval(() => {
    left -= STEP;
    if (left > 0) return;
    clearInterval(timer);
    callback();
  }, STEP);
  return () => clearInterval(timer);
}

/** What the calls of a run share. */
interface Run {
  readonly fault: NamedKernelFault;
  readonly mode: Mode;
  /** Called by each call when it is ready to be struck; resolves when the fault is in place. */
  ready(): Promise<void>;
  /** Resolves when the network has been repaired; at once if it is not. */
  readonly repaired: Promise<void>;
}

function startCall(
  { fault, mode, ready, repaired }: Run,
  kind: Kind,
  { open }: KernelTransport,
  marker: string,
) {
  const { effect, kernel } = fault;
  const transport = open();
  const { promise: struck, resolve: onStruck } = Promise.withResolvers<void>();
  let isStruck = false;
  let isBackoff = false;
  let isRepaired = false;
  if (mode === 'once') void repaired.then(() => (isRepaired = true));
  // The wait before a repeated attempt lasts until the repair, and the limits of attempts are those of
  // the fault only as long as it strikes.
  const clock: Clock = {
    now: Date.now,
    setTimeout(callback, milliseconds) {
      if (!isBackoff)
        return afterRunning(callback, isStruck && !isRepaired ? milliseconds : HEALTHY);
      isBackoff = false;
      let isWanted = true;
      void repaired.then(() => isWanted && callback());
      return () => {
        isWanted = false;
      };
    },
  };
  const isEndedByKernel = kernel.reports !== undefined || effect === 'harmless';
  const payments = createPaymentsClient({
    baseUrl: `https://${addresses.service}:${SERVICE_PORT}/${API_VERSION}`,
    tokenId: 'token',
    clientSecret: 'secret',
    timeout: isEndedByKernel ? PATIENT : SHORT,
    retry: mode === 'once' ? 2 : 1,
    deadline: HEALTHY,
    ...overTransport(transport),
    clock,
    observers: [
      ({ type }) => {
        if (type === 'retry') isBackoff = true;
        if (isStruck && type === 'attempt.end') onStruck();
      },
    ],
  });
  const pass = async () => {
    await ready();
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
      if (!kernel.fresh) await readCard(payments, `warm-${marker}`);
      await pass();
    }
    return kind.call(payments, marker, stamper);
  };
  return {
    /** The first attempt that met the fault is over. */
    struck,
    end: endOf(call, marker),
    close: async () => transport?.close(),
  };
}

let runs = 0;

/** Applies a fault to every kind of operation, over every transport, all at the same time. */
export async function runKernelFault(
  fault: NamedKernelFault,
  mode: Mode,
  stage: Stage,
  over: readonly KernelTransport[] = transports,
): Promise<CallReport[]> {
  const { network } = stage;
  const { hold = false, fresh = false, before, arrived } = fault.kernel;
  const cases = over.flatMap((transport) => kinds.map((kind) => ({ transport, kind })));
  runs += 1;
  const markers = cases.map((_case, index) => `run-${runs}-${index}-x`);
  const legs = Object.fromEntries(cases.map(({ kind }, index) => [markers[index], kind.leg]));
  await stage.ask({ legs, hold, close: fresh }, (message) => 'planned' in message || undefined);

  const { promise: repaired, resolve: onRepaired } = Promise.withResolvers<void>();
  const { promise: allReady, resolve: onAllReady } = Promise.withResolvers<void>();
  const { promise: inPlace, resolve: onInPlace } = Promise.withResolvers<void>();
  let missing = cases.length;
  const ready = () => {
    missing -= 1;
    if (missing === 0) onAllReady();
    return inPlace;
  };
  if (mode === 'always') onRepaired();
  const calls = cases.map(({ transport, kind }, index) =>
    startCall({ fault, mode, ready, repaired }, kind, transport, markers[index] as string),
  );
  await allReady;
  await before?.(network);
  const arrivals = arrived && stage.arrivals(markers);
  onInPlace();
  await arrivals;
  await arrived?.(network);
  if (mode === 'once') {
    await Promise.all(calls.map(({ struck }) => struck));
    await network.heal();
    onRepaired();
  }
  const ends = await Promise.all(calls.map(({ end }) => end));
  await network.heal();
  await Promise.all(calls.map(({ close }) => close()));
  const applied = await stage.applied(markers);
  return cases.map(({ kind, transport: { name: transport } }, index) => {
    const end = ends[index] as CallEnd;
    return { ...end, kind, mode, transport, applied: kind.writes ? (applied[index] ?? 0) : 0 };
  });
}
