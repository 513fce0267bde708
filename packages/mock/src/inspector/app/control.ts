import { ControlClient } from '../../remote/control-client.ts';
import { readEvents, type ServerEvent } from '../../remote/event-stream.ts';
import type { LoggedRequest } from '../../request-log.ts';

/** How long to wait before the event stream is opened again, in milliseconds. */
const RECONNECT = 1000;

/** The requests the inspector sends to the world whose page it is. */
export const control = new ControlClient(() => location.href);

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
    const response = await control.stream('/events', stopping.signal);
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
