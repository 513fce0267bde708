import type { Duration } from '../../clock.ts';
import type { Panel } from '../../engine/panels.ts';
import type { MockEvent } from '../../engine/tables.ts';
import type { ArmedFault } from '../../faults/fault-list.ts';
import type { OutboxMessage } from '../../outbox.ts';
import type { LoggedRequest } from '../../request-log.ts';
import type { LedgerOverview, Overview } from '../../server/control/overview.ts';
import type { Connection } from '../../settings.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import type { WebhookDelivery } from '../../webhooks/tables.ts';

/** One server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Returns the event in one block of a stream; undefined for a comment. */
function eventIn(block: string): ServerEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice('event: '.length);
    if (line.startsWith('data: ')) data.push(line.slice('data: '.length));
  }
  return data.length === 0 ? undefined : { name, data: data.join('\n') };
}

/**
 * Reads server-sent events until the stream ends. `EventSource` does the same, but cannot send an
 * `Authorization` header.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = `${rest}${value}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event !== undefined) onEvent(event);
    }
  }
}

const PREFIX = '/__mock';
/** How long to wait before the event stream is opened again, in milliseconds. */
const RECONNECT = 1000;

/** The token in the page's address, behind the `#`: a part that browsers never send. */
function authorization(): Readonly<Record<string, string>> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${PREFIX}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json', ...authorization() },
  });
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { readonly message?: string };
  throw new Error(message ?? `The server responded with ${response.status}.`);
}

async function get<Body>(path: string): Promise<Body> {
  return (await (await send('GET', path)).json()) as Body;
}

/** The requests the inspector sends to the server. */
export const control = {
  connection: () => get<Connection>('/connection'),
  overview: () => get<Overview>('/overview'),
  clock: async () => (await get<{ readonly iso: string }>('/clock')).iso,
  log: () => get<LoggedRequest[]>('/log'),
  clearLog: () => send('DELETE', '/log'),
  panels: () => get<Panel[]>('/panels'),
  ledger: () => get<LedgerOverview>('/ledger'),
  operations: () => get<string[]>('/operations'),
  faults: () => get<ArmedFault[]>('/faults'),
  arm: (fault: unknown) => send('POST', '/faults', fault),
  disarm: (id: number) => send('DELETE', `/faults/${id}`),
  outbox: () => get<OutboxMessage[]>('/outbox'),
  events: () => get<MockEvent[]>('/webhooks/events'),
  deliveries: () => get<WebhookDelivery[]>('/webhooks/deliveries'),
  async resend(id: string): Promise<WebhookDelivery[]> {
    return (await send('POST', '/webhooks/resend', { id })).json();
  },
  snapshot: () => get<Snapshot>('/snapshot'),
  restore: (snapshot: unknown) => send('PUT', '/snapshot', snapshot),
  reset: () => send('POST', '/reset'),
  advance: (advance: Duration) => send('POST', '/clock', { advance }),
  setClock: (set: string) => send('POST', '/clock', { set }),
};

/** Handlers of the server's events. */
export interface Listener {
  request(request: LoggedRequest): void;
  world(): void;
  connected(isConnected: boolean): void;
  /** The token is missing or wrong. */
  refused(): void;
}

/**
 * Listens to the server until the returned function is called; reconnects when the connection ends.
 */
export function listenTo(listener: Listener): () => void {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onEvent = ({ name, data }: ServerEvent) => {
    if (name === 'ready') listener.connected(true);
    if (name === 'world') listener.world();
    if (name === 'request') listener.request(JSON.parse(data) as LoggedRequest);
  };
  const connect = async (): Promise<void> => {
    const init = { headers: authorization(), signal: stopping.signal };
    const response = await fetch(`${PREFIX}/events`, init);
    if (response.status === 401) listener.refused();
    if (response.ok && response.body !== null) await readEvents(response.body, onEvent);
  };
  const again = () => {
    if (stopping.signal.aborted) return;
    listener.connected(false);
    timer = setTimeout(run, RECONNECT);
  };
  const run = () => void connect().then(again, again);
  run();
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
}
