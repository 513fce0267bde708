import { isClientPublicKey } from '@org/payments-crypto';
import type { Answer, Call } from '../engine/behaviour.ts';
import { invalidInput, notFound } from '../engine/refusal.ts';
import { decodeCursor, encodeCursor } from '../store/cursor.ts';
import type { Position } from '../store/ordered-list.ts';
import type { RecordOf, TableName } from '../store/store.ts';
import type { PageOfRecords } from '../store/table.ts';
import type { World } from '../world.ts';

type AnyCall = Call<unknown>;

/** A record by id. @throws Refusal 404 */
export function requireRecord<Name extends TableName>(
  { world }: { readonly world: World },
  table: Name,
  id: string,
): RecordOf<Name> {
  const record = world.store.table(table).get(id);
  if (record !== undefined) return record;
  const [prefix = table] = id.split(':');
  throw notFound(prefixes[table] ?? prefix, id, world.settings.choices.notFoundCode);
}

const prefixes: Partial<Record<TableName, string>> = {
  customers: 'Customer',
  accounts: 'InternalAccount',
  credentials: 'AuthMethod',
  sessions: 'Session',
  cards: 'Card',
  cardTransactions: 'CardTransaction',
  externalAccounts: 'ExternalAccount',
  beneficialOwners: 'BeneficialOwner',
  agents: 'Agent',
  agentActions: 'AgentAction',
  deviceCodes: 'Device code',
  documents: 'Document',
  transactions: 'Transaction',
  verifications: 'Verification',
};

/** A fresh id of a resource. */
export function freshId<Prefix extends string>(
  { random }: World,
  prefix: Prefix,
): `${Prefix}:${string}` {
  return `${prefix}:${random.uuid(prefix)}`;
}

/**
 * Checks that a client public key is a point of the curve, and new.
 *
 * @throws Refusal 400
 */
export function requireClientKey(call: AnyCall, clientPublicKey: string | undefined): string {
  const field = 'clientPublicKey';
  if (clientPublicKey === undefined) throw invalidInput([{ field, message: 'is required' }]);
  if (!isClientPublicKey(clientPublicKey)) {
    throw invalidInput([{ field, message: 'is not a point of the curve P-256' }]);
  }
  if (call.world.store.tables.usedClientKeys.get(clientPublicKey.toLowerCase()) !== undefined) {
    if (call.world.settings.choices.clientKeyReuse === 'refuse') {
      throw invalidInput([
        { field, message: 'was used before; make a fresh key for every sign-in' },
      ]);
    }
    call.note('The client key was used before: make a fresh one for every sign-in.');
  }
  return clientPublicKey;
}

/** The position a cursor stands for. @throws Refusal 400 for text that is no cursor */
export function positionOf(call: AnyCall, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(cursor);
  if (position === undefined && call.world.settings.choices.badCursor === 400) {
    throw invalidInput([{ field: 'cursor', message: 'is not a cursor of this list' }]);
  }
  return position;
}

/** The body of one page. */
export function pageAnswer(page: PageOfRecords<unknown>): Answer {
  const { records, next, total } = page;
  return {
    body: {
      data: records,
      hasMore: next !== undefined,
      ...(next === undefined ? {} : { nextCursor: encodeCursor(next) }),
      totalCount: total,
    },
  };
}

/** Whether lists whose query has no sort order come newest first. */
export function sortsDescending({ world }: AnyCall): boolean {
  return world.settings.choices.listOrder === 'newest-first';
}

/** One condition that holds where all the given ones do; undefined where none is given. */
export function all<Item>(
  ...conditions: readonly (((item: Item) => boolean) | undefined)[]
): ((item: Item) => boolean) | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : (item) => given.every((holds) => holds(item));
}
