import {
  type NamedOperation,
  type OperationRow,
  operations,
  type Permission,
} from '@org/payments-contract';
import { handsOutSecret } from './row-facts.ts';
import { canMoveMoney, isRead, type PaymentsTool, toolOf } from './tool.ts';

/** Which operations of a platform become tools. */
export interface PlatformOffer {
  /** What an API token may do. */
  readonly permissions: ReadonlySet<Permission>;
  /** The names of the writes to offer; true for all, false for none. */
  readonly writes: boolean | ReadonlySet<string>;
  /** Whether every write asks for confirmation, not only those that move money. */
  readonly confirmWrites: boolean;
}

/**
 * A file cannot be an argument, a stamp cannot be created here, and a secret would be masked and
 * lost.
 */
function isUsable(row: OperationRow): boolean {
  return row.media === undefined && (isRead(row) || !handsOutSecret(row));
}

function asks(row: OperationRow, confirmWrites: boolean): boolean {
  return canMoveMoney(row) || (confirmWrites && !isRead(row));
}

function toolsOf(found: readonly NamedOperation[], confirmWrites: boolean): PaymentsTool[] {
  return found.map((operation) => toolOf(operation, asks(operation.row, confirmWrites)));
}

/** The tools of an agent: each of its own operations. */
export function agentTools(confirmWrites: boolean): PaymentsTool[] {
  const own = operations().filter(({ row }) => row.auth === 'agent' && isUsable(row));
  return toolsOf(own, confirmWrites);
}

/** The names of the writes that a platform can offer at all. */
export function possibleWrites(): readonly string[] {
  return operations()
    .filter(({ row }) => row.auth === 'platform' && !isRead(row))
    .filter(({ row }) => row.signing === 'never' && isUsable(row))
    .map(({ name }) => name);
}

/** The tools of a platform: what its token may read, and the writes that were allowed. */
export function platformTools({
  permissions,
  writes,
  confirmWrites,
}: PlatformOffer): PaymentsTool[] {
  const possible = new Set(possibleWrites());
  const isAllowed = (name: string) => (typeof writes === 'boolean' ? writes : writes.has(name));
  const own = operations().filter(({ name, row }) => {
    if (row.auth !== 'platform' || !permissions.has(row.permission)) return false;
    return isRead(row) ? isUsable(row) : possible.has(name) && isAllowed(name);
  });
  return toolsOf(own, confirmWrites);
}
