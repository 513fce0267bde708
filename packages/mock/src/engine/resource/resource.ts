import { canTransition } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { type TableHandle, tableHandle } from '../../store/table-handle.ts';
import type { Scene, TableRules, World } from '../../world.ts';
import { appendEvent } from '../events.ts';
import { notFound, refuse } from '../refusal.ts';
import type {
  EventType,
  NewRecord,
  ResourceDeclaration,
  ResourceRecord,
  Stamped,
} from './declaration.ts';

/** A declared resource: its table, and the ways to read and write its records. */
export interface Resource<
  Name extends string = string,
  Record extends ResourceRecord = ResourceRecord,
  Index extends string = string,
  View = unknown,
> extends TableHandle<Name, Record, Index> {
  readonly declaration: ResourceDeclaration<Name, Record, Index, View>;
  readonly rules: TableRules;
  /** Returns a record. @throws Refusal 404 with the resource's own code */
  require(scene: { readonly world: World }, id: string): Record;
  /** Returns a record that is not deleted. @throws Refusal 404, or the code of soft deletion */
  requireLive(scene: { readonly world: World }, id: string): Record;
  /** Adds a record; id, `createdAt` and `updatedAt` are set if they are left out. */
  add(scene: Scene, fields: NewRecord<Record>): Record;
  /** Changes fields of a record and sets `updatedAt`. */
  change(scene: Scene, record: Record, fields: Partial<Omit<Record, Stamped>>): Record;
  /** Moves a record to a state. @throws Refusal 409 for one that its machine does not allow */
  move(scene: Scene, record: Record, to: string, fields?: Partial<Record>): Record;
  /** Deletes a record, or marks it as deleted, and returns the last version. */
  remove(scene: Scene, record: Record): Record;
  view(record: Record, world: World): View;
  /** Returns the form of a record in events. */
  eventView(record: Record, world: World): unknown;
}

const timeOf = (field: 'createdAt' | 'updatedAt') => (record: ResourceRecord) => {
  const text = record[field];
  return text === undefined ? 0 : Date.parse(text);
};
const layoutTimes = { time: timeOf('createdAt'), changed: timeOf('updatedAt') };

function isEqual(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function typeOf<Record>(
  type: EventType<Record> | undefined,
  record: Record,
  before?: Record,
): string | undefined {
  return typeof type === 'function' ? type(record, before) : type;
}

/** Returns the types of event that one write emits, each once. */
function eventTypes<Record extends ResourceRecord>(
  { emits }: ResourceDeclaration<string, Record, string, unknown>,
  before: Record | undefined,
  after: Record | undefined,
): Set<string> {
  const types: (string | undefined)[] = [];
  if (after !== undefined && before === undefined) types.push(typeOf(emits?.created, after));
  if (before !== undefined && after !== undefined) {
    for (const field of Object.keys(emits?.changed ?? {}) as (keyof Record)[]) {
      if (!isEqual(before[field], after[field])) {
        types.push(typeOf(emits?.changed?.[field], after, before));
      }
    }
  }
  return new Set(types.filter((type) => type !== undefined));
}

/** Checks that the machine lets a record move to a state. @throws Refusal 409 */
export function requireMove<Record extends ResourceRecord>(
  { states, label, id }: ResourceDeclaration<string, Record, string, unknown>,
  record: Record,
  to: unknown,
  by: 'anyone' | 'request',
): void {
  if (states === undefined || to === undefined) return;
  const { field, code = 'INVALID_STATE_TRANSITION', requested } = states;
  const machine = by === 'request' ? (requested ?? states.machine) : states.machine;
  const from = String(record[field]);
  if (canTransition(machine, from, String(to))) return;
  const name = label ?? (typeof id === 'string' ? id : 'resource');
  const next = Object.hasOwn(machine.transitions, from) ? machine.transitions[from] : [];
  const allowed = next?.join(', ') || 'nothing';
  const explanation = `From ${from} the ${field} can become: ${allowed}.`;
  throw refuse(code, `${name} cannot move from ${from} to ${to}`, explanation);
}

/** Declares a resource; see `ResourceDeclaration` for the parts of a declaration. */
export function resource<
  const Name extends string,
  Record extends ResourceRecord,
  const Index extends string = never,
  View = Record,
>(
  declaration: ResourceDeclaration<Name, Record, Index, View>,
): Resource<Name, Record, Index, View> {
  const { name, indexes = [], keys = {}, id, softDelete, states } = declaration;
  const label = declaration.label ?? (typeof id === 'string' ? id : name);
  const layout = { ...layoutTimes, indexes, keys };
  const handle = tableHandle<Name, Record, Index>(name, layout, false);

  const view = (record: Record, world: World): View =>
    declaration.view?.(record, world) ?? (record as unknown as View);

  const eventView = (record: Record, world: World): unknown =>
    declaration.eventView?.(record, world) ?? view(record, world);

  const require = ({ world }: { readonly world: World }, recordId: string): Record => {
    const record = handle.in(world).get(recordId);
    if (record !== undefined) return record;
    throw notFound(label, recordId, declaration.notFound);
  };

  const change = ({ world, write }: Scene, record: Record, fields: Partial<Record>): Record =>
    write.update(handle, record, { updatedAt: iso(world.clock.now()), ...fields });

  return {
    ...handle,
    declaration,
    view,
    eventView,
    require,
    requireLive(scene, recordId) {
      const record = require(scene, recordId);
      if (softDelete === undefined || record[softDelete.field] !== true) return record;
      throw refuse(softDelete.code, `${label} is deleted`, `${recordId} was deleted.`);
    },
    add({ world, write }, fields) {
      const now = iso(world.clock.now());
      const fresh =
        typeof id === 'string' ? () => `${id}:${world.random.uuid(id)}` : () => id(world);
      const stamps = { id: fields.id ?? fresh(), createdAt: now, updatedAt: now };
      return write.insert(handle, { ...stamps, ...fields } as unknown as Record);
    },
    change: (scene, record, fields) => change(scene, record, fields as Partial<Record>),
    move(scene, record, to, fields) {
      requireMove(declaration, record, to, 'anyone');
      const state = states === undefined ? {} : { [states.field]: to };
      return change(scene, record, { ...fields, ...state } as Partial<Record>);
    },
    remove(scene, record) {
      if (softDelete !== undefined) {
        return change(scene, record, { [softDelete.field]: true } as unknown as Partial<Record>);
      }
      scene.write.delete(handle, record.id);
      return record;
    },
    rules: {
      written(scene, before, after) {
        const [old, fresh] = [before, after] as unknown as [Record | undefined, Record | undefined];
        const record = fresh ?? old;
        if (record === undefined) return;
        // An event carries the record as it is after this change; follow-ups emit their own events.
        for (const type of eventTypes(declaration, old, fresh)) {
          appendEvent(scene, type, eventView(record, scene.world));
        }
        if (old !== undefined && fresh !== undefined) declaration.changed?.(scene, old, fresh);
      },
      move(scene, recordId, { to, from }, fields) {
        const record = handle.in(scene.world).get(recordId);
        if (record === undefined || states === undefined) return;
        const state = String(record[states.field]);
        if (from !== undefined && from !== state) return;
        if (from !== to && !canTransition(states.machine, state, to)) return;
        change(scene, record, { ...fields, [states.field]: to } as unknown as Partial<Record>);
      },
    },
  };
}

export interface AnyResource {
  readonly name: string;
  readonly rules: TableRules;
}
