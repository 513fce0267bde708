import { useEffect, useState } from 'preact/hooks';
import type { OutboxMessage } from '../../outbox.ts';
import type { LoggedRequest } from '../../request-log.ts';
import type { Overview } from '../../server/control/overview.ts';
import type { Connection } from '../../settings.ts';
import { control, listenTo } from './control-client.ts';

/** All that the inspector shows. */
export interface MockView {
  readonly connection: Connection;
  readonly overview: Overview;
  readonly log: readonly LoggedRequest[];
  readonly outbox: readonly OutboxMessage[];
  readonly isConnected: boolean;
}

const KEPT_REQUESTS = 1000;
const PAUSE = 80;

async function load(): Promise<Omit<MockView, 'isConnected'>> {
  const [connection, overview, log, outbox] = await Promise.all([
    control.connection(),
    control.overview(),
    control.log(),
    control.outbox(),
  ]);
  return { connection, overview, log, outbox };
}

/** The mock of the server, always up to date; undefined until it is known. */
export function useMock(): MockView | undefined {
  const [view, setView] = useState<MockView>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = async () => {
      timer = undefined;
      const fresh = await load();
      setView((old) => ({ isConnected: old?.isConnected ?? true, ...fresh }));
    };
    const refreshSoon = () => {
      timer ??= setTimeout(() => void refresh().catch(() => undefined), PAUSE);
    };
    const stop = listenTo({
      request(request) {
        setView((old) => old && { ...old, log: [...old.log, request].slice(-KEPT_REQUESTS) });
        refreshSoon();
      },
      world: refreshSoon,
      connected(isConnected) {
        setView((old) => old && { ...old, isConnected });
        if (isConnected) refreshSoon();
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return view;
}
