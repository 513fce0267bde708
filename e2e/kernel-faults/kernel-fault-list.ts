import type { Network } from './network.ts';

/** A fault in the network between the client and the service, at one moment of a request. */
export interface KernelFault {
  readonly name: string;
  /**
   * The outcome of the request: it cannot have been sent, it was sent and may have been applied, or
   * it only takes longer.
   */
  readonly effect: 'unsent' | 'lost' | 'harmless';
  /** The request needs a connection of its own; otherwise it is put on one that is open. */
  readonly fresh?: true;
  /** The service receives the request and never applies it. */
  readonly hold?: true;
  /**
   * The error that the kernel or the transport reports, if the client's timeout does not end the
   * call.
   */
  readonly reports?: RegExp;
  /** Milliseconds an attempt may take. */
  readonly timeout: number;
  /** Before the request leaves. */
  before?(network: Network): Promise<void>;
  /** After the request has arrived at the service. */
  arrived?(network: Network): Promise<void>;
}

/** Longer than the kernel takes to give up a connection, on a machine that is busy. */
const PATIENT = 15_000;
/** Until the client gives up a connection that the kernel would keep. */
const SHORT = 600;

/**
 * The kernel gives up 3 s after the request left: a busy machine has that time to put the fault into
 * the network, or the kernel reports that time ran out, and not the fault.
 */
async function whileItRetransmits(network: Network): Promise<void> {
  await network.loseResponses();
  await network.retransmissions(3);
}

export const kernelFaults: readonly KernelFault[] = [
  {
    name: 'black hole after the request arrived',
    effect: 'lost',
    timeout: SHORT,
    before: (network) => network.loseResponses(),
  },
  {
    name: 'black hole before the request arrived; what is retransmitted later arrives late',
    effect: 'lost',
    timeout: SHORT,
    before: (network) => network.treatRequests('drop'),
  },
  {
    name: 'reset injected after the request was applied',
    effect: 'lost',
    reports: /ECONNRESET/,
    timeout: PATIENT,
    before: (network) => network.loseResponses(),
    arrived: (network) => network.treatRequests('reject with tcp reset'),
  },
  {
    name: 'reset injected after the request arrived, nothing applied',
    effect: 'lost',
    hold: true,
    reports: /ECONNRESET/,
    timeout: PATIENT,
    before: (network) => network.loseResponses(),
    arrived: (network) => network.treatRequests('reject with tcp reset'),
  },
  {
    name: 'route unreachable after the request left',
    effect: 'lost',
    reports: /read EHOSTUNREACH/,
    timeout: PATIENT,
    before: whileItRetransmits,
    arrived: (network) => network.makeUnreachable(),
  },
  {
    name: 'route removed after the request left',
    effect: 'lost',
    reports: /read ENETUNREACH/,
    timeout: PATIENT,
    before: whileItRetransmits,
    arrived: (network) => network.removeRoute(),
  },
  {
    name: 'router reports the host unreachable after the request left',
    effect: 'lost',
    reports: /read EHOSTUNREACH/,
    timeout: PATIENT,
    before: whileItRetransmits,
    arrived: (network) => network.treatRequests('reject with icmp host-unreachable'),
  },
  {
    name: 'retransmission gives up',
    effect: 'lost',
    reports: /read ETIMEDOUT/,
    timeout: PATIENT,
    before: whileItRetransmits,
    arrived: (network) => network.treatRequests('drop'),
  },
  {
    name: 'failover to a machine without the connection, which resets it',
    effect: 'lost',
    reports: /ECONNRESET/,
    timeout: PATIENT,
    before: (network) => network.loseResponses(),
    arrived: (network) => network.failOver(),
  },
  {
    name: 'link down when the request leaves, up again in time',
    effect: 'harmless',
    timeout: PATIENT,
    async before(network) {
      await network.linkDown();
      setTimeout(() => void network.linkUp(), 150);
    },
  },
  {
    name: 'link down when the request leaves, up again after the timeout',
    effect: 'lost',
    timeout: SHORT,
    before: (network) => network.linkDown(),
  },
  {
    name: 'black hole while connecting',
    effect: 'unsent',
    fresh: true,
    timeout: SHORT,
    before: (network) => network.treatRequests('drop'),
  },
  {
    name: 'connection refused',
    effect: 'unsent',
    fresh: true,
    reports: /connect ECONNREFUSED/,
    timeout: PATIENT,
    before: (network) => network.treatRequests('reject with tcp reset'),
  },
  {
    name: 'host unreachable while connecting',
    effect: 'unsent',
    fresh: true,
    reports: /connect EHOSTUNREACH/,
    timeout: PATIENT,
    before: (network) => network.makeUnreachable(),
  },
  {
    name: 'network unreachable while connecting',
    effect: 'unsent',
    fresh: true,
    reports: /connect ENETUNREACH/,
    timeout: PATIENT,
    before: (network) => network.removeRoute(),
  },
  {
    name: 'black hole in the TLS handshake',
    effect: 'unsent',
    fresh: true,
    timeout: SHORT,
    before: (network) => network.dropData(),
  },
];
