import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { atEndOfTurn } from '../../limits/turns.ts';
import { type Closable, type OpenExchanges, whenStopped } from '../exchanges.ts';
import { IncomingBody } from '../incoming-body.ts';
import { plainError } from '../plain-error.ts';
import type { StreamedBody, TransportRequest, TransportResponse } from '../transport.ts';
import { isClosed, whenConnected } from './socket-state.ts';

/** Called with the socket that is opened for a request, before the request is assigned to it. */
export interface SocketOwner {
  opening(socket: Duplex): void;
}

/** The agent of an exchange, and what opens its request: on a pooled socket, or on a fresh one. */
export interface Connector {
  readonly agent: Agent;
  readonly open: (owner: SocketOwner) => ClientRequest;
}

/** The number of closed sockets that a request may meet in the pool, one after another. */
const MAX_CLOSED_SOCKETS = 64;

/** No connection was ready within the connect timeout: name, socket, proxy and TLS included. */
class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError';
  readonly code = 'CONNECT_TIMEOUT';

  constructor(milliseconds: number) {
    super(`No connection was established within ${milliseconds} ms.`);
  }
}

/** Node's types leave out the agent that carries a request. */
type Outgoing = ClientRequest & { readonly agent?: unknown };

export class Exchange implements SocketOwner, TransportResponse, Closable {
  status = 0;
  openIndex = 0;
  readonly #started: Promise<TransportResponse>;
  readonly #request: TransportRequest;
  readonly #connector: Connector;
  readonly #connectTimeout: number;
  readonly #open: OpenExchanges;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (reason: unknown) => void;
  #outgoing: ClientRequest | undefined;
  #incoming: IncomingMessage | undefined;
  #body: IncomingBody | undefined;
  #fields: ReadonlyMap<string, string> | undefined;
  #connecting: Duplex | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOpening = false;
  #closedSockets = 0;
  #sent = false;
  #done = false;
  #endStopping: (() => void) | undefined;

  constructor(
    request: TransportRequest,
    connector: Connector,
    connectTimeout: number,
    open: OpenExchanges,
  ) {
    this.#request = request;
    this.#connector = connector;
    this.#connectTimeout = connectTimeout;
    this.#open = open;
    const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
    this.#started = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Sends the request. @throws TransportClosedError after the transport was closed */
  start(): Promise<TransportResponse> {
    this.#open.add(this);
    this.#endStopping = whenStopped(this.#request, (reason) => this.fail(reason));
    if (this.#done) return this.#started;
    try {
      this.#send();
    } catch (error) {
      this.fail(plainError(error));
    }
    return this.#started;
  }

  /** Whether a byte may have been sent, and a caller waits for the response. */
  get isUnderWay(): boolean {
    return this.#sent && (this.#body === undefined || !this.#body.isUnread);
  }

  header(name: string): string | null {
    return this.headers().get(name.toLowerCase()) ?? null;
  }

  headers(): ReadonlyMap<string, string> {
    if (this.#fields !== undefined) return this.#fields;
    // Not from `headersDistinct`, which throws in Node 22.12 for a field named `__proto__`.
    const fields = this.#incoming?.rawHeaders ?? [];
    const found = new Map<string, string>();
    for (let index = 0; index < fields.length; index += 2) {
      const name = (fields[index] ?? '').toLowerCase();
      const before = found.get(name);
      const value = fields[index + 1] ?? '';
      found.set(name, before === undefined ? value : `${before}, ${value}`);
    }
    this.#fields = found;
    return found;
  }

  text(limit: number): Promise<string> {
    const body = this.#body as IncomingBody;
    return body.text(limit, this.header('content-length'), this.header('content-encoding'));
  }

  bytes(limit: number): Promise<Uint8Array> {
    const body = this.#body as IncomingBody;
    return body.bytes(limit, this.header('content-length'), this.header('content-encoding'));
  }

  /** A socket is opened for this request; it may have to pass a proxy and TLS first. */
  opening(socket: Duplex): void {
    // An agent opens sockets for queued requests with the options of an earlier one.
    if (!this.#isOpening) return;
    this.#connecting = socket;
    this.#limitConnecting();
  }

  #limitConnecting(): void {
    const limit = this.#connectTimeout;
    this.#timer ??= setTimeout(() => this.fail(new ConnectTimeoutError(limit)), limit);
  }

  /** Ends the exchange with an error, and closes its socket. */
  fail(reason: unknown): void {
    if (this.#done) return;
    this.#finish();
    if (this.#body === undefined) this.#reject(reason);
    else {
      // The status has arrived, even if nobody was called with it yet.
      this.#resolve(this);
      this.#body.fail(reason);
    }
    this.#outgoing?.destroy();
    if (!this.#sent) this.#abandon();
  }

  #send(): void {
    this.#isOpening = true;
    const outgoing: Outgoing = this.#connector.open(this);
    this.#isOpening = false;
    this.#outgoing = outgoing;
    // An interceptor replaced the agent: it may act on the request before there is any socket.
    if (outgoing.agent !== this.#connector.agent) this.#markSent();
    // Each of these events comes once, and `once` would keep another function for each.
    outgoing.on('socket', (socket) => this.#onSocket(outgoing, socket));
    outgoing.on('response', (incoming) => this.#onResponse(incoming));
    // A request that is destroyed may report an error late; only the first one counts.
    outgoing.on('error', (error) => {
      if (outgoing === this.#outgoing) this.fail(plainError(error));
    });
    outgoing.on('close', () => {
      // A complete response can still be on its way through the stream.
      if (outgoing === this.#outgoing && this.#incoming?.complete !== true) this.#failClosed();
    });
    const { body } = this.#request;
    if (typeof body !== 'object') outgoing.end(body);
  }

  #onSocket(outgoing: ClientRequest, socket: Socket | TLSSocket): void {
    if (this.#done) return;
    if (outgoing.reusedSocket && isClosed(socket) && this.#closedSockets < MAX_CLOSED_SOCKETS) {
      // Nothing was written to it yet: the request is assigned to the next socket.
      this.#closedSockets += 1;
      this.#outgoing = undefined;
      outgoing.destroy();
      this.#send();
      return;
    }
    whenConnected(socket, () => this.#onConnected(outgoing));
    if (!this.#sent && !this.#done) this.#limitConnecting();
  }

  #onConnected(outgoing: ClientRequest): void {
    if (this.#done || outgoing !== this.#outgoing) return;
    this.#markSent();
    const { body } = this.#request;
    if (typeof body === 'object') this.#upload(outgoing, body);
  }

  #markSent(): void {
    if (this.#sent) return;
    this.#sent = true;
    clearTimeout(this.#timer);
    this.#connecting = undefined;
    this.#request.onSent?.();
  }

  #upload(outgoing: ClientRequest, body: StreamedBody): void {
    const { pipeline, Readable } = process.getBuiltinModule('node:stream');
    const source = Readable.fromWeb(body.stream() as Parameters<typeof Readable.fromWeb>[0]);
    pipeline(source, outgoing, (error) => {
      // A service may respond before it has read the whole body; the response is then the result.
      if (error && this.#body === undefined) this.fail(plainError(error));
    });
  }

  #onResponse(incoming: IncomingMessage): void {
    if (this.#done) {
      incoming.destroy();
      return;
    }
    this.#markSent();
    const body = new IncomingBody({
      pause: () => incoming.pause(),
      resume: () => incoming.resume(),
      stop: (error) => this.fail(error),
    });
    this.#incoming = incoming;
    this.#body = body;
    this.status = incoming.statusCode ?? 0;
    incoming.on('data', (chunk: Uint8Array) => body.push(chunk));
    incoming.on('end', () => {
      if (!incoming.complete || this.#done) return;
      this.#finish();
      atEndOfTurn(() => body.end());
    });
    incoming.on('error', (error) => this.fail(plainError(error)));
    incoming.on('close', () => {
      // Every response ends with `close`; an error takes as long to create as a response to parse.
      if (!this.#done) this.#failClosed();
    });
    atEndOfTurn(() => this.#resolve(this));
  }

  #failClosed(): void {
    this.fail(new Error('The connection closed before the response was complete.'));
  }

  #abandon(): void {
    // Destroyed with an error, because an agent that waits for a proxy handles only that event.
    this.#connecting?.once('error', () => undefined);
    this.#connecting?.destroy(new Error('The request was abandoned before it was sent.'));
    this.#connecting = undefined;
  }

  #finish(): void {
    this.#done = true;
    clearTimeout(this.#timer);
    this.#endStopping?.();
    this.#open.remove(this);
  }
}
