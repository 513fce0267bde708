import type { Panel } from '../../engine/panels.ts';
import type { MockEvent } from '../../engine/tables.ts';
import type { ArmedFault } from '../../faults/fault-list.ts';
import type { OutboxMessage } from '../../log/outbox.ts';
import type { LoggedRequest } from '../../log/request-log.ts';
import type { Connection } from '../../options/settings.ts';
import type { LedgerOverview } from '../../overview.ts';
import { ControlClient } from '../../remote/control-client.ts';
import { readEvents } from '../../remote/event-stream.ts';
import type { WebhookDelivery } from '../../webhooks/tables.ts';

export interface MockState {
  readonly connection: Connection;
  /** The mock's time, ISO 8601. */
  readonly now: string;
  readonly log: readonly LoggedRequest[];
  readonly outbox: readonly OutboxMessage[];
  readonly panels: readonly Panel[];
  readonly events: readonly MockEvent[];
  readonly deliveries: readonly WebhookDelivery[];
  readonly faults: readonly ArmedFault[];
  readonly ledger: LedgerOverview;
}

const control = new ControlClient(() => location.href);

/** Reads the state of the mock; `refused` without its token. */
export async function readState(): Promise<MockState | 'refused'> {
  const { signal } = new AbortController();
  if ((await control.stream('/health', signal)).status === 401) return 'refused';
  const [connection, now, log, outbox, panels] = await Promise.all([
    control.connection(),
    control.clock(),
    control.log(),
    control.outbox(),
    control.panels(),
  ]);
  const [events, deliveries, faults, ledger] = await Promise.all([
    control.events(),
    control.deliveries(),
    control.faults(),
    control.ledger(),
  ]);
  return { connection, now, log, outbox, panels, events, deliveries, faults, ledger };
}

/** Calls back at each change of the mock until the connection ends. */
export async function awaitChanges(onChange: () => void, signal: AbortSignal): Promise<void> {
  const { ok, body } = await control.stream('/events', signal);
  if (ok && body !== null) await readEvents(body, onChange);
}

/** Milliseconds in which further changes are awaited, to read all of them at once. */
const PAUSE = 80;
/** Milliseconds until the state is read again without a change: nothing reports that time passes. */
const PERIOD = 2000;

const pass = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** What is followed: the state of a mock, unless a test has another. */
export interface Source<State> {
  read(): Promise<State>;
  awaitChanges(onChange: () => void, signal: AbortSignal): Promise<void>;
}

/**
 * Shows a state until the signal aborts: at once after each change, and every two seconds. There is
 * one reading at a time, because of two the older one could end last; a change during a reading is
 * followed by another one. Shows undefined while the state cannot be read.
 */
export async function follow<State>(
  { read, awaitChanges: listen }: Source<State>,
  show: (state: State | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  let onChange = () => {};
  const listenOn = async (): Promise<void> => {
    while (!signal.aborted) {
      await listen(() => onChange(), signal).catch(() => undefined);
      onChange();
      await pass(PERIOD);
    }
  };
  void listenOn();
  while (!signal.aborted) {
    const { promise: changed, resolve } = Promise.withResolvers<void>();
    onChange = resolve;
    const state = await read().catch(() => undefined);
    if (signal.aborted) return;
    show(state);
    await Promise.race([changed, pass(PERIOD)]);
    await pass(PAUSE);
  }
}
