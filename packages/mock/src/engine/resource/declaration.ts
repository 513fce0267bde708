import type { ErrorCode, StateMachine } from '@org/payments-contract';
import type { IndexKeys } from '../../store/table.ts';
import type { RecordType } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import type { Call } from '../behaviour.ts';

export interface ResourceRecord {
  readonly id: string;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export type Stamped = 'id' | 'createdAt' | 'updatedAt';

export type NewRecord<Record> = Omit<Record, Stamped> &
  Partial<Pick<Record, Stamped & keyof Record>>;

export interface States<Record> {
  readonly field: keyof Record & string;
  /** All transitions, whatever causes them. */
  readonly machine: StateMachine<string>;
  /** The transitions an update may request; all of them if left out. */
  readonly requested?: StateMachine<string>;
  /** The code that refuses any other transition; `INVALID_STATE_TRANSITION` when left out. */
  readonly code?: ErrorCode;
}

/** A type of event, or a function of the record and the one before; undefined emits nothing. */
export type EventType<Record> =
  | string
  | ((record: Record, before: Record | undefined) => string | undefined);

/** The events that changes of a resource emit. A write emits each kind at most once. */
export interface Emits<Record> {
  readonly created?: EventType<Record>;
  readonly changed?: { readonly [Field in keyof Record]?: EventType<Record> };
}

export type Filter<Record> = (record: Record, value: never, world: World) => boolean;

/**
 * Declares a resource. `name`, `record` and `id` suffice for a table whose contract resource of the
 * same name has rows for `get` or `list`; `create`, `update` and `softDelete` carry out the unsigned
 * rows `create`, `update` and `delete`.
 */
export interface ResourceDeclaration<Name extends string, Record, Index extends string, View> {
  readonly name: Name;
  /** Name of the contract's resource whose rows are carried out; `name` when left out. */
  readonly rows?: string;
  readonly record: RecordType<Record>;
  /** Prefix of ids (`Card`), or a function that returns a whole id. */
  readonly id: string | ((world: World) => string);
  /** The resource's name in a 404; the id prefix when left out. */
  readonly label?: string;
  /** Code of the 404 for an unknown id; `NOT_FOUND` when left out. */
  readonly notFound?: ErrorCode;
  /** Fields to find records by. A query field of the same name uses the index. */
  readonly indexes?: readonly Index[];
  readonly keys?: IndexKeys<Record, Index>;
  /**
   * How query fields select records. A query field that is left out here compares with the record's
   * field of the same name.
   */
  readonly filters?: { readonly [query: string]: Filter<Record> };
  /** Which records a list contains; all when left out. */
  readonly listed?: (record: Record, call: Call<unknown>) => boolean;
  /** The record of a create request. Throw refusals here. */
  readonly create?: (call: Call<never>) => NewRecord<Record>;
  /** The fields that an update request sets. Throw refusals here. */
  readonly update?: (record: Record, call: Call<never>) => Partial<Record>;
  readonly states?: States<Record>;
  /** Deletion sets this field to true; without it, the record is removed. */
  readonly softDelete?: { readonly field: keyof Record & string; readonly code: ErrorCode };
  readonly emits?: Emits<Record>;
  /** Follow-up of every change of a record, whoever made the change; not called for creations. */
  readonly changed?: (scene: Scene, before: Record, after: Record) => void;
  /** The wire form of a record; the record itself when left out. */
  readonly view?: (record: Record, world: World) => View;
  /** The form of a record in events, if it has more than the wire form. */
  readonly eventView?: (record: Record, world: World) => unknown;
}
