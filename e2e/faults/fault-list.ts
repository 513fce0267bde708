import type { Socket } from 'node:net';
import type { Network } from './kernel/network.ts';
import type { FaultResponse, Ledger } from './ledger.ts';

/** One request on its socket, read to its end, and how the service can treat it. */
export interface Exchange {
  readonly socket: Socket;
  readonly ledger: Ledger;
  /** Lets the service act on the request. */
  act(): FaultResponse;
  /** Responds as a well-behaved server does. */
  respond(response: FaultResponse): void;
}

/** The effect of a fault on the client. */
export type Effect =
  /** The request cannot have reached the service. */
  | 'unsent'
  /** The client cannot determine whether the service acted. */
  | 'lost'
  /** Unsent or lost, depending on which end is faster. */
  | 'unsent-or-lost'
  /** The service responds that it did not act. */
  | 'refused'
  /** The client must not be affected. */
  | 'harmless';

/** How a service on a socket fails. */
export interface ServerFault {
  /** `down`: nobody listens. `reset`: the connection is reset as soon as it is open. */
  readonly connection?: 'down' | 'reset';
  /** What happens to a request that was read. */
  readonly strike?: (exchange: Exchange) => void;
  /** What happens to later requests of the same call, if the fault persists. */
  readonly afterwards?: (exchange: Exchange) => void;
  /** The client receives nothing more, and the connection stays up. */
  readonly silent?: true;
  /** Milliseconds the service's clock is off. */
  readonly skew?: number;
}

/** What the kernel does to the network between the client and the service. */
export interface KernelFault {
  /** The request needs a connection of its own; otherwise it is put on one that is open. */
  readonly fresh?: true;
  /** The service receives the request and never applies it. */
  readonly hold?: true;
  /** What the kernel or the transport reports. Without it the timeout ends the call. */
  readonly reports?: RegExp;
  /** Before the request leaves. */
  before?(network: Network): Promise<void>;
  /** After the request has arrived at the service. */
  arrived?(network: Network): Promise<void>;
}

interface Named {
  readonly name: string;
  readonly effect: Effect;
}

/** One way in which the service, or the network below it, misbehaves, with what injects it. */
export type Fault = Named & ({ readonly server: ServerFault } | { readonly kernel: KernelFault });

const DRIP_EVERY = 40;
const DAY = 86_400_000;

function head({ status, headers }: FaultResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Scripted\r\n${lines.join('')}`;
}

const raw = (response: FaultResponse) => `${head(response)}\r\n${response.text}`;

/** Sends some text at once and the rest a few bytes at a time, slower than any timeout. */
function drip(socket: Socket, atOnce: string, rest: string): void {
  socket.write(atOnce);
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(rest.charAt(sent % rest.length));
    sent += 1;
  }, DRIP_EVERY);
  socket.once('close', () => clearInterval(timer));
}

function resetAfterActing({ socket, act }: Exchange): void {
  act();
  socket.resetAndDestroy();
}

const refuse =
  (status: number, code: string, headers?: (ledger: Ledger) => Record<string, string>) =>
  ({ ledger, respond }: Exchange) =>
    respond(ledger.refuse(status, code, headers?.(ledger)));

/** A refusal whose `Retry-After` is a time of the service's own clock. */
const refuseUntil = refuse(429, 'RATE_LIMITED', (ledger) => ({
  'retry-after': new Date(ledger.now() + 1_000).toUTCString(),
}));
const unavailable = refuse(503, 'SERVICE_UNAVAILABLE');

/**
 * The kernel gives up 3 s after the request left: a busy machine has that time to put the fault into
 * the network, or the kernel reports that time ran out, and not the fault.
 */
async function whileItRetransmits(network: Network): Promise<void> {
  await network.loseResponses();
  await network.retransmissions(3);
}

/** Resets a connection that the service's responses do not come back on. */
const injectedReset: KernelFault = {
  reports: /ECONNRESET/,
  before: (network) => network.loseResponses(),
  arrived: (network) => network.treatRequests('reject with tcp reset'),
};

const server = (name: string, effect: Effect, fault: ServerFault): Fault => ({
  name,
  effect,
  server: fault,
});
const kernel = (name: string, effect: Effect, fault: KernelFault): Fault => ({
  name,
  effect,
  kernel: fault,
});

/** Every fault, by the names that docs/reliability.md shows. */
export const faults: readonly Fault[] = [
  server('connection refused', 'unsent', { connection: 'down' }),
  server('reset before the request is read', 'unsent-or-lost', { connection: 'reset' }),
  server('reset after the request is read, nothing applied', 'lost', {
    strike: ({ socket }) => socket.resetAndDestroy(),
  }),
  server('reset after the change is applied', 'lost', { strike: resetAfterActing }),
  server('reset in the middle of the body', 'lost', {
    strike({ socket, act }) {
      const text = raw(act());
      socket.write(text.slice(0, -20), () => setImmediate(() => socket.resetAndDestroy()));
    },
  }),
  server('half-open: the change is applied, and no response arrives', 'lost', {
    silent: true,
    strike: ({ act }) => void act(),
  }),
  server('slow headers', 'lost', {
    silent: true,
    strike: ({ socket, act }) => drip(socket, head(act()), 'x-slow: slow\r\n'),
  }),
  server('slow body', 'lost', {
    silent: true,
    strike({ socket, act }) {
      const response = act();
      const length = String(response.text.length + 10_000);
      drip(
        socket,
        raw({ ...response, headers: { ...response.headers, 'content-length': length } }),
        ' ',
      );
    },
  }),
  server('truncated body', 'lost', {
    strike: ({ socket, act }) => void socket.end(raw(act()).slice(0, -20)),
  }),
  server('429 storm', 'refused', {
    strike: refuse(429, 'RATE_LIMITED', () => ({ 'retry-after': '1' })),
  }),
  server('503, then recovery', 'refused', { strike: unavailable }),
  server('reset after the change is applied, then 503', 'lost', {
    strike: resetAfterActing,
    afterwards: unavailable,
  }),
  server('duplicate responses', 'harmless', {
    strike: ({ socket, act }) => void socket.write(raw(act()).repeat(2)),
  }),
  server('clock skew: refused until a date, a day ahead of the client', 'refused', {
    skew: DAY,
    strike: refuseUntil,
  }),
  server('clock skew: refused until a date, a day behind the client', 'refused', {
    skew: -DAY,
    strike: refuseUntil,
  }),
  server('keep-alive socket closed after the response', 'harmless', {
    strike: ({ socket, act }) => void socket.write(raw(act()), () => socket.destroy()),
  }),
  kernel('black hole after the request arrived', 'lost', {
    before: (network) => network.loseResponses(),
  }),
  kernel(
    'black hole before the request arrived; what is retransmitted later arrives late',
    'lost',
    {
      before: (network) => network.treatRequests('drop'),
    },
  ),
  kernel('reset injected after the request was applied', 'lost', injectedReset),
  kernel('reset injected after the request arrived, nothing applied', 'lost', {
    ...injectedReset,
    hold: true,
  }),
  kernel('route unreachable after the request left', 'lost', {
    reports: /read EHOSTUNREACH/,
    before: whileItRetransmits,
    arrived: (network) => network.makeUnreachable(),
  }),
  kernel('route removed after the request left', 'lost', {
    reports: /read ENETUNREACH/,
    before: whileItRetransmits,
    arrived: (network) => network.removeRoute(),
  }),
  kernel('router reports the host unreachable after the request left', 'lost', {
    reports: /read EHOSTUNREACH/,
    before: whileItRetransmits,
    arrived: (network) => network.treatRequests('reject with icmp host-unreachable'),
  }),
  kernel('retransmission gives up', 'lost', {
    reports: /read ETIMEDOUT/,
    before: whileItRetransmits,
    arrived: (network) => network.treatRequests('drop'),
  }),
  kernel('failover to a machine without the connection, which resets it', 'lost', {
    reports: /ECONNRESET/,
    before: (network) => network.loseResponses(),
    arrived: (network) => network.failOver(),
  }),
  kernel('link down when the request leaves, up again in time', 'harmless', {
    async before(network) {
      await network.setLink('down');
      setTimeout(() => void network.setLink('up'), 150);
    },
  }),
  kernel('link down when the request leaves, up again after the timeout', 'lost', {
    before: (network) => network.setLink('down'),
  }),
  kernel('black hole while connecting', 'unsent', {
    fresh: true,
    before: (network) => network.treatRequests('drop'),
  }),
  kernel('connection refused by the kernel', 'unsent', {
    fresh: true,
    reports: /connect ECONNREFUSED/,
    before: (network) => network.treatRequests('reject with tcp reset'),
  }),
  kernel('host unreachable while connecting', 'unsent', {
    fresh: true,
    reports: /connect EHOSTUNREACH/,
    before: (network) => network.makeUnreachable(),
  }),
  kernel('network unreachable while connecting', 'unsent', {
    fresh: true,
    reports: /connect ENETUNREACH/,
    before: (network) => network.removeRoute(),
  }),
  kernel('black hole in the TLS handshake', 'unsent', {
    fresh: true,
    before: (network) => network.dropData(),
  }),
];

/** The rows of docs/reliability.md. */
export function faultRows(): readonly string[] {
  return faults.map((fault) => {
    const by = 'server' in fault ? 'a service on a socket' : 'the kernel';
    return `| ${fault.name} | ${by} | ${fault.effect} |`;
  });
}
