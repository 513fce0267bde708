import type * as z from 'zod/mini';
import * as eventAreas from './event-areas.ts';
import type { EventPlace, EventRow } from './format/event.ts';
import { reachable, type StateMachine } from './format/state-machine.ts';

type RowsOf<Area> = { [Name in keyof Area]: Area[Name] extends EventRow ? Area[Name] : never };
type AnyRowOf<Areas> = {
  [Area in keyof Areas]: RowsOf<Areas[Area]>[keyof RowsOf<Areas[Area]>];
}[keyof Areas];

/** The type of a webhook event of the contract, such as `OUTGOING_PAYMENT.COMPLETED`. */
export type EventType = AnyRowOf<typeof eventAreas>['types'][number];

type DataOf<Row extends EventRow> = Row['data'] extends z.ZodMiniType
  ? z.output<Row['data']>
  : undefined;
type Envelope<Row> = Row extends EventRow
  ? {
      [Type in Row['types'][number]]: {
        /** The event's id, the same in each of its deliveries. */
        readonly id: string;
        /** What happened, such as `OUTGOING_PAYMENT.COMPLETED`. */
        readonly type: Type;
        /** When it happened, ISO 8601. */
        readonly timestamp: string;
        /** The resource after the change. */
        readonly data: DataOf<Row>;
      };
    }[Row['types'][number]]
  : never;

/** A webhook event of the contract; `type` determines the type of `data`. */
export type KnownEvent = Envelope<AnyRowOf<typeof eventAreas>>;

/** The webhook event of one type. */
export type EventOf<Type extends EventType> = Extract<KnownEvent, { readonly type: Type }>;

function isRow(value: unknown): value is EventRow {
  return typeof value === 'object' && value !== null && 'types' in value && 'emittedBy' in value;
}

let rows: readonly EventRow[] | undefined;

/** Returns every group of webhook events in the contract. */
export function eventRows(): readonly EventRow[] {
  rows ??= Object.values(eventAreas).flatMap((area) => Object.values<unknown>(area).filter(isRow));
  return rows;
}

/** Returns the group of webhook events a type belongs to; undefined for an unknown type. */
export function findEvent(type: string): EventRow | undefined {
  return eventRows().find(({ types }) => types.includes(type));
}

function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const name of path.split('.')) {
    value = (Object(value) as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** A time with nine digits of its second, so that texts sort as the times do. */
function sortableTime(time: string): string {
  const fraction = /\.(\d+)/.exec(time)?.[1] ?? '';
  const second = new Date(Date.parse(time)).toISOString().slice(0, 19);
  return `${second}.${fraction.padEnd(9, '0').slice(0, 9)}Z`;
}

/** Two digits: the fewer states may still follow, the higher; 00 without a state. */
function rank(machine: StateMachine<string>, state: unknown): string {
  if (typeof state !== 'string') return '00';
  return String(100 - reachable(machine, state).size);
}

/**
 * Returns the place of an event among those of its resource; undefined if it has no resource, or its
 * type is unknown.
 */
export function placeOf(event: {
  readonly type: string;
  readonly timestamp: string;
  readonly data?: unknown;
}): EventPlace | undefined {
  const { type, timestamp, data } = event;
  const order = findEvent(type)?.order;
  const id = order === undefined ? undefined : valueAt(data, order.id);
  if (order === undefined || typeof id !== 'string') return undefined;
  const changed = valueAt(data, 'updatedAt');
  const isTime = typeof changed === 'string' && !Number.isNaN(Date.parse(changed));
  const ranks = Object.entries(order.states).map(([path, one]) => rank(one, valueAt(data, path)));
  const times = [isTime ? changed : timestamp, timestamp].map(sortableTime);
  return {
    resource: `${type.split('.')[0]} ${id}`,
    place: [times[0], ...ranks, times[1]].join(' '),
  };
}
