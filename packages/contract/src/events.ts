import type * as z from 'zod/mini';
import * as eventAreas from './event-areas.ts';
import type { EventRow } from './format/event.ts';

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
