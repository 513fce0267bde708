import type { Duration } from '../../clock.ts';
import type { OutboxMessage } from '../../outbox.ts';
import type { LoggedRequest } from '../../request-log.ts';
import type { Overview } from '../../server/control/overview.ts';
import type { Connection } from '../../settings.ts';
import type { Snapshot } from '../../store/snapshot.ts';

const PREFIX = '/__mock';

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(`${PREFIX}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { 'Content-Type': 'application/json' },
  });
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { readonly message?: string };
  throw new Error(message ?? `The server answered ${response.status}.`);
}

async function get<Body>(path: string): Promise<Body> {
  return (await (await send('GET', path)).json()) as Body;
}

/** What the inspector asks of the server. */
export const control = {
  connection: () => get<Connection>('/connection'),
  overview: () => get<Overview>('/overview'),
  log: () => get<LoggedRequest[]>('/log'),
  outbox: () => get<OutboxMessage[]>('/outbox'),
  snapshot: () => get<Snapshot>('/snapshot'),
  restore: (snapshot: Snapshot) => send('PUT', '/snapshot', snapshot),
  reset: () => send('POST', '/reset'),
  advance: (advance: Duration) => send('POST', '/clock', { advance }),
  setClock: (set: string) => send('POST', '/clock', { set }),
};

/** What happens on the server. */
export interface Listener {
  request(request: LoggedRequest): void;
  world(): void;
  connected(isConnected: boolean): void;
}

/** Listens to the server until the returned function is called. */
export function listenTo(listener: Listener): () => void {
  const source = new EventSource(`${PREFIX}/events`);
  source.addEventListener('ready', () => listener.connected(true));
  source.addEventListener('error', () => listener.connected(false));
  source.addEventListener('world', () => listener.world());
  source.addEventListener('request', ({ data }: MessageEvent<string>) => {
    listener.request(JSON.parse(data) as LoggedRequest);
  });
  return () => source.close();
}
