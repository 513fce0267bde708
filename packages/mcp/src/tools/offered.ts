import {
  type NamedOperation,
  needsApproval,
  type OperationRow,
  operations,
  type Permission,
} from '@org/payments-contract';
import { McpOptionError } from '../errors/mcp-errors.ts';
import { handsOutSecret } from './row-facts.ts';
import { isRead, type PaymentsTool, toolOf } from './tool.ts';

/** Which operations of a platform become tools. */
export interface PlatformOffer {
  /** What an API token may do. */
  readonly permissions: ReadonlySet<Permission>;
  /** The names of the writes to offer; true for all, false for none. */
  readonly writes: boolean | ReadonlySet<string>;
  /** Whether every write asks for confirmation, not only those that move money. */
  readonly confirmWrites: boolean;
  /** Whether the model may confirm by a second call. */
  readonly secondCall: boolean;
  /** Where a customer signs; undefined if nowhere. */
  readonly signingLink: unknown;
  /** Folders whose files may be uploaded. */
  readonly documentFolders: readonly string[];
}

/** A file is an argument only as a path that the server may read; a secret would be masked and lost. */
function isUsable(row: OperationRow, canUpload: boolean): boolean {
  return (row.media === undefined || canUpload) && (isRead(row) || !handsOutSecret(row));
}

interface Asks {
  readonly confirmWrites: boolean;
  readonly secondCall: boolean;
}

function toolsOf(found: readonly NamedOperation[], { confirmWrites, secondCall }: Asks) {
  return found.map((operation) => {
    const { row } = operation;
    const asks = needsApproval(row.risk) || (confirmWrites && !isRead(row));
    return toolOf(operation, asks && secondCall);
  });
}

/** The tools of an agent: each of its own operations. */
export function agentTools(asks: Asks): PaymentsTool[] {
  const own = operations().filter(({ row }) => row.auth === 'agent' && isUsable(row, false));
  return toolsOf(own, asks);
}

/**
 * The names of the writes that a platform can offer at all. One that always needs a signature is of
 * use only if its customer can sign somewhere, and one that uploads only if files can be read.
 */
export function possibleWrites(canSign: boolean, canUpload: boolean): readonly string[] {
  return operations()
    .filter(({ row }) => row.auth === 'platform' && !isRead(row))
    .filter(({ row }) => (row.signing !== 'required' || canSign) && isUsable(row, canUpload))
    .map(({ name }) => name);
}

/** The tools of a platform: what its token may read, and the writes that were allowed. */
export function platformTools({
  permissions,
  writes,
  signingLink,
  documentFolders,
  ...asks
}: PlatformOffer): PaymentsTool[] {
  const canUpload = documentFolders.length > 0;
  const possible = new Set(possibleWrites(signingLink !== undefined, canUpload));
  const isAllowed = (name: string) => (typeof writes === 'boolean' ? writes : writes.has(name));
  const own = operations().filter(({ name, row }) => {
    if (row.auth !== 'platform' || !permissions.has(row.permission)) return false;
    return isRead(row) ? isUsable(row, canUpload) : possible.has(name) && isAllowed(name);
  });
  return toolsOf(own, asks);
}

/** Whether a name is that of the tool's operation, or of the resource it belongs to. */
function isNamed({ operation }: PaymentsTool, name: string): boolean {
  return [operation.name, operation.name.replace(/^agent\./, '')].some(
    (own) => own === name || own.startsWith(`${name}.`),
  );
}

/**
 * The tools with the names of operations or resources; without names, all.
 *
 * @throws McpOptionError for a name that matches none of the tools
 */
export function toolsNamed(
  tools: readonly PaymentsTool[],
  names: readonly string[] | undefined,
): readonly PaymentsTool[] {
  if (names === undefined) return tools;
  const unknown = names.filter((name) => !tools.some((tool) => isNamed(tool, name)));
  if (unknown.length > 0) {
    throw new McpOptionError(
      `\`tools\` names ${unknown.join(', ')}, which matches no tool of this server.`,
      'Name operations such as transactions.list, or resources such as transactions. A write of a platform must be in `allowWrites` too.',
    );
  }
  return tools.filter((tool) => names.some((name) => isNamed(tool, name)));
}
