import type * as z from 'zod';
import * as eventAreas from './event-areas.ts';
import type { EventRow } from './format/event.ts';

type RowsOf<Area> = { [Name in keyof Area]: Area[Name] extends EventRow ? Area[Name] : never };
type AnyRowOf<Areas> = {
  [Area in keyof Areas]: RowsOf<Areas[Area]>[keyof RowsOf<Areas[Area]>];
}[keyof Areas];

/** The type of a webhook event the contract knows, such as `OUTGOING_PAYMENT.COMPLETED`. */
export type EventType = AnyRowOf<typeof eventAreas>['types'][number];

type DataOf<Row extends EventRow> = Row['data'] extends z.ZodType
  ? z.output<Row['data']>
  : undefined;
type Envelope<Row> = Row extends EventRow
  ? {
      [Type in Row['types'][number]]: {
        /** Names the event; the same in every delivery of it. */
        readonly id: string;
        readonly type: Type;
        /** When it happened, ISO 8601. */
        readonly timestamp: string;
        readonly data: DataOf<Row>;
      };
    }[Row['types'][number]]
  : never;

/** A webhook event the contract knows; `type` tells what `data` is. */
export type KnownEvent = Envelope<AnyRowOf<typeof eventAreas>>;

/** The webhook event of one type. */
export type EventOf<Type extends EventType> = Extract<KnownEvent, { readonly type: Type }>;

function isRow(value: unknown): value is EventRow {
  return typeof value === 'object' && value !== null && 'types' in value && 'emittedBy' in value;
}

let rows: readonly EventRow[] | undefined;

/** Every group of webhook events of the contract. */
export function eventRows(): readonly EventRow[] {
  rows ??= Object.values(eventAreas).flatMap((area) => Object.values<unknown>(area).filter(isRow));
  return rows;
}

/** The group of webhook events a type belongs to, if the contract knows it. */
export function findEvent(type: string): EventRow | undefined {
  return eventRows().find(({ types }) => types.includes(type));
}
