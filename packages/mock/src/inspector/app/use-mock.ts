import { useEffect, useState } from 'preact/hooks';
import type { Panel } from '../../engine/panels.ts';
import type { MockEvent } from '../../engine/tables.ts';
import type { ArmedFault } from '../../faults/fault-list.ts';
import type { OutboxMessage } from '../../outbox.ts';
import type { LedgerOverview, Overview } from '../../overview.ts';
import type { LoggedRequest } from '../../request-log.ts';
import type { Connection } from '../../settings.ts';
import type { WebhookDelivery } from '../../webhooks/tables.ts';
import { control, listenTo } from './control.ts';
import { followClock } from './follow-clock.ts';
import { keepFresh } from './keep-fresh.ts';

/** Runs an action on the mock, and then reports its result or its error. */
export type Act = (what: string, step: () => Promise<unknown>) => void;

/** All the data that the inspector shows. */
export interface MockView {
  readonly connection: Connection;
  readonly overview: Overview;
  readonly log: readonly LoggedRequest[];
  readonly outbox: readonly OutboxMessage[];
  readonly events: readonly MockEvent[];
  readonly deliveries: readonly WebhookDelivery[];
  readonly panels: readonly Panel[];
  readonly faults: readonly ArmedFault[];
  readonly ledger: LedgerOverview;
  /** The names of all operations. */
  readonly operations: readonly string[];
  readonly isConnected: boolean;
  /** Whether the clock was seen to move on its own. */
  readonly isRunning: boolean;
}

const KEPT_REQUESTS = 1000;

async function load(): Promise<Omit<MockView, 'isConnected' | 'isRunning'>> {
  const [connection, overview, log, outbox, events] = await Promise.all([
    control.connection(),
    control.overview(),
    control.log(),
    control.outbox(),
    control.events(),
  ]);
  const [deliveries, panels, faults, ledger, operations] = await Promise.all([
    control.deliveries(),
    control.panels(),
    control.faults(),
    control.ledger(),
    control.operations(),
  ]);
  return {
    ...{ connection, overview, log, outbox, events },
    ...{ deliveries, panels, faults, ledger, operations },
  };
}

function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

/**
 * The mock of the server, always up to date: `starting` until it is known, `refused` without its
 * token.
 */
export function useMock(): MockView | 'starting' | 'refused' {
  const [view, setView] = useState<MockView>();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    let nextEnd: string | null = null;
    const refresher = keepFresh({
      read: load,
      after,
      show(fresh) {
        nextEnd = fresh.overview.nextEnd;
        clock.seen(fresh.overview.now);
        setView((old) => ({
          isConnected: old?.isConnected ?? true,
          isRunning: old?.isRunning ?? false,
          ...fresh,
        }));
      },
    });
    const clock = followClock({
      read: control.clock,
      after,
      onTime(now) {
        setView((old) => old && { ...old, isRunning: true, overview: { ...old.overview, now } });
        // A session or a challenge has expired, which nothing reports.
        if (nextEnd !== null && now >= nextEnd) refresher.changed();
      },
    });
    const stop = listenTo({
      request(request) {
        setView((old) => old && { ...old, log: [...old.log, request].slice(-KEPT_REQUESTS) });
        refresher.changed();
      },
      world: refresher.changed,
      connected(isConnected) {
        setView((old) => old && { ...old, isConnected });
        if (!isConnected) return refresher.stop();
        setRefused(false);
        refresher.changed();
      },
      refused: () => setRefused(true),
    });
    return () => {
      refresher.stop();
      clock.stop();
      stop();
    };
  }, []);
  if (isRefused) return 'refused';
  return view ?? 'starting';
}
