import type { Socket } from 'node:net';
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

/** One way in which the network or the service misbehaves. */
export interface Fault {
  readonly name: string;
  readonly effect: Effect;
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

const DRIP_EVERY = 40;

function head({ status, headers }: FaultResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Scripted\r\n${lines.join('')}`;
}

function raw(response: FaultResponse): string {
  return `${head(response)}\r\n${response.text}`;
}

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

const DAY = 86_400_000;

/** A refusal whose `Retry-After` is a time of the service's own clock. */
function refuseUntil({ ledger, respond }: Exchange): void {
  const at = new Date(ledger.now() + 1_000).toUTCString();
  respond(ledger.refuse(429, 'RATE_LIMITED', { 'retry-after': at }));
}

/** Every fault of the suite, by the names that the tally shows. */
export const faults: readonly Fault[] = [
  { name: 'connection refused', effect: 'unsent', connection: 'down' },
  { name: 'reset before the request is read', effect: 'unsent-or-lost', connection: 'reset' },
  {
    name: 'reset after the request is read, nothing applied',
    effect: 'lost',
    strike: ({ socket }) => socket.resetAndDestroy(),
  },
  {
    name: 'reset after the change is applied',
    effect: 'lost',
    strike({ socket, act }) {
      act();
      socket.resetAndDestroy();
    },
  },
  {
    name: 'reset in the middle of the body',
    effect: 'lost',
    strike({ socket, act }) {
      const text = raw(act());
      socket.write(text.slice(0, -20), () => setImmediate(() => socket.resetAndDestroy()));
    },
  },
  {
    name: 'half-open: the change is applied, and no response arrives',
    effect: 'lost',
    silent: true,
    strike: ({ act }) => void act(),
  },
  {
    name: 'slow headers',
    effect: 'lost',
    silent: true,
    strike: ({ socket, act }) => drip(socket, head(act()), 'x-slow: slow\r\n'),
  },
  {
    name: 'slow body',
    effect: 'lost',
    silent: true,
    strike({ socket, act }) {
      const response = act();
      const length = String(response.text.length + 10_000);
      const headers = { ...response.headers, 'content-length': length };
      drip(socket, raw({ ...response, headers }), ' ');
    },
  },
  {
    name: 'truncated body',
    effect: 'lost',
    strike: ({ socket, act }) => void socket.end(raw(act()).slice(0, -20)),
  },
  {
    name: '429 storm',
    effect: 'refused',
    strike: ({ ledger, respond }) =>
      respond(ledger.refuse(429, 'RATE_LIMITED', { 'retry-after': '1' })),
  },
  {
    name: '503, then recovery',
    effect: 'refused',
    strike: ({ ledger, respond }) => respond(ledger.refuse(503, 'SERVICE_UNAVAILABLE')),
  },
  {
    name: 'reset after the change is applied, then 503',
    effect: 'lost',
    strike({ socket, act }) {
      act();
      socket.resetAndDestroy();
    },
    afterwards: ({ ledger, respond }) => respond(ledger.refuse(503, 'SERVICE_UNAVAILABLE')),
  },
  {
    name: 'duplicate responses',
    effect: 'harmless',
    strike: ({ socket, act }) => void socket.write(raw(act()).repeat(2)),
  },
  {
    name: 'clock skew: refused until a date, a day ahead of the client',
    effect: 'refused',
    skew: DAY,
    strike: refuseUntil,
  },
  {
    name: 'clock skew: refused until a date, a day behind the client',
    effect: 'refused',
    skew: -DAY,
    strike: refuseUntil,
  },
  {
    name: 'keep-alive socket closed after the response',
    effect: 'harmless',
    strike: ({ socket, act }) => void socket.write(raw(act()), () => socket.destroy()),
  },
];
