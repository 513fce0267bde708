import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import {
  type EventStore,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { isInitializeRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { McpConnection, PaymentsMcp } from '../create-payments-mcp.ts';
import { HttpRefusal } from '../errors/mcp-errors.ts';

/** The refusals of the protocol's SDK, by their status, with a code and an action. */
const refusals: Readonly<Record<number, (message: string | undefined) => HttpRefusal>> = {
  400: (message) => new HttpRefusal('INVALID_MESSAGE', message),
  404: (message) => new HttpRefusal('UNKNOWN_SESSION', message),
  406: (message) => new HttpRefusal('NOT_ACCEPTABLE', message),
  409: (message) => new HttpRefusal('STREAM_IN_USE', message),
  413: (message) => new HttpRefusal('BODY_TOO_LARGE', message),
  415: (message) => new HttpRefusal('UNSUPPORTED_MEDIA_TYPE', message),
};

/** The error for a response of the protocol's SDK that is a refusal. Its message names the problem. */
async function refusalOf(reply: Response): Promise<Error> {
  const body: unknown = await reply.json().catch(() => undefined);
  const { error } = Object(body) as { readonly error?: { readonly message?: unknown } };
  const message = typeof error?.message === 'string' ? error.message : undefined;
  return refusals[reply.status]?.(message) ?? new Error(message ?? `status ${reply.status}`);
}

function webRequest({ method = 'GET', headers, url = '/' }: IncomingMessage): Request {
  const own = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(new URL(url, 'http://localhost'), { method, headers: own });
}

/**
 * Has the protocol's SDK respond to a request, whose body was read already.
 *
 * @throws HttpRefusal where the SDK refuses it
 */
async function exchange(
  transport: WebStandardStreamableHTTPServerTransport,
  request: IncomingMessage,
  response: ServerResponse,
  parsedBody?: unknown,
): Promise<void> {
  const reply = await transport.handleRequest(webRequest(request), { parsedBody });
  if (!reply.ok) throw await refusalOf(reply);
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  if (reply.body === null) {
    response.end();
    return;
  }
  // A stream may be silent for long, and its client waits for the headers.
  response.flushHeaders();
  // The types of the platform and of Node.js describe the same stream differently.
  await pipeline(Readable.fromWeb(reply.body as unknown as ReadableStream), response);
}

interface StoredEvent {
  readonly id: string;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
}

/** Events that one session keeps; the oldest is dropped. */
const MAX_EVENTS = 500;

/**
 * The messages of one session, so that a client whose stream broke receives what it missed: the
 * result of a payment must not be lost with a connection.
 */
class SessionEvents implements EventStore {
  readonly #events: StoredEvent[] = [];

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const id = randomUUID();
    this.#events.push({ id, streamId, message });
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
    return id;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#events.find(({ id }) => id === eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const at = this.#events.findIndex(({ id }) => id === lastEventId);
    const streamId = this.#events[at]?.streamId ?? '';
    for (const event of at < 0 ? [] : this.#events.slice(at + 1)) {
      // An event that opens a stream has no message.
      const isMessage = Object.keys(event.message).length > 0;
      if (event.streamId === streamId && isMessage) await send(event.id, event.message);
    }
    return streamId;
  }
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly connection: McpConnection;
  /** Messages whose responses are not complete. */
  running: number;
}

/** A call continues while its client is away: its stream broke, and a person still decides. */
const isIdle = ({ running, connection }: Session) => running === 0 && connection.runningCalls === 0;

/**
 * The sessions of clients over HTTP. Beyond the limit the one used least recently ends; one with a
 * running call does not, because its client would not learn whether a payment was made.
 */
export class Sessions {
  readonly #open = new Map<string, Session>();
  readonly #mcp: PaymentsMcp;
  readonly #limit: number;

  constructor(mcp: PaymentsMcp, limit: number) {
    this.#mcp = mcp;
    this.#limit = limit;
  }

  /** Handles a GET or DELETE of an open session. @throws HttpRefusal */
  async handle(
    id: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    await exchange(this.#require(id).transport, request, response);
  }

  /** Handles a message of an open session. @throws HttpRefusal */
  async message(
    id: string,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    const session = this.#require(id);
    session.running += 1;
    response.once('close', () => {
      session.running -= 1;
    });
    await exchange(session.transport, request, response, body);
  }

  /** Handles the first message of a client, which begins a session. @throws HttpRefusal */
  async begin(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    if (![body].flat().some(isInitializeRequest)) throw new HttpRefusal('NOT_INITIALIZED');
    const isFull = this.#open.size >= this.#limit;
    if (isFull && this.#leastUsed() === undefined) throw new HttpRefusal('TOO_MANY_SESSIONS');
    const transport: WebStandardStreamableHTTPServerTransport =
      new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        eventStore: new SessionEvents(),
        onsessioninitialized: (id) => this.#keep(id, { transport, connection, running: 0 }),
      });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#open.delete(transport.sessionId);
    };
    const connection = await this.#mcp.connect(transport);
    try {
      await exchange(transport, request, response, body);
    } finally {
      // An `initialize` that was refused opened nothing.
      if (transport.sessionId === undefined) await transport.close();
    }
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map(({ connection }) => connection.close()));
  }

  #require(id: string | undefined): Session {
    const session = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || session === undefined) throw new HttpRefusal('UNKNOWN_SESSION');
    this.#open.delete(id);
    this.#open.set(id, session);
    return session;
  }

  /** Returns the session used least recently of those without a running call. */
  #leastUsed(): readonly [id: string, session: Session] | undefined {
    return [...this.#open].find(([, session]) => isIdle(session));
  }

  #keep(id: string, session: Session): void {
    const oldest = this.#open.size >= this.#limit ? this.#leastUsed() : undefined;
    this.#open.set(id, session);
    if (oldest === undefined) return;
    this.#open.delete(oldest[0]);
    void oldest[1].transport.close();
  }
}
