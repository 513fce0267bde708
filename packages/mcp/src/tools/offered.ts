import {
  type DialectName,
  type Fields,
  type NamedOperation,
  needsApproval,
  type OperationRow,
  operations,
  type Permission,
  platform,
  riskOf,
} from '@org/payments-contract';
import { McpOptionError } from '../errors/mcp-errors.ts';
import { byKey, handsOutSecret } from './row-facts.ts';
import { isRead, type PaymentsTool, toolOf } from './tool.ts';

/** Which operations of a platform become tools. */
export interface PlatformOffer {
  readonly permissions: ReadonlySet<Permission>;
  /** The names of the writes to offer; true for all, false for none. */
  readonly writes: boolean | ReadonlySet<string>;
  /** Whether every write asks for confirmation, not only those that move money. */
  readonly confirmWrites: boolean;
  /** Whether the model may confirm by a second call. */
  readonly secondCall: boolean;
  /** Where a customer signs; undefined if nowhere. */
  readonly signingLink: unknown;
  readonly documentFolders: readonly string[];
}

/** What whoever offers operations can do for them. */
export interface Abilities {
  readonly canSign: boolean;
  readonly canUpload: boolean;
}

/**
 * Why an operation is for programs only, and offered by no assistant or command: it hands out a `secret`,
 * which a conversation or a terminal would keep, always needs a `signature` that nobody can give here, or
 * takes the content of a `file` that cannot be read. Undefined if it is offered.
 */
export function withheldReason(
  row: OperationRow,
  { canSign, canUpload }: Abilities,
): 'secret' | 'signature' | 'file' | undefined {
  // The secrets of a read are masked.
  if (!isRead(row) && handsOutSecret(row)) return 'secret';
  if (row.signing === 'required' && !canSign) return 'signature';
  return row.media === undefined || canUpload ? undefined : 'file';
}

/** Whether a person approves a call with this input; without one, whether they approve some calls. */
export function needsPerson(row: OperationRow, input?: Fields, confirmWrites = false): boolean {
  const risk = input === undefined ? row.risk : riskOf(row, input);
  return needsApproval(risk) || (confirmWrites && !isRead(row));
}

interface Asks {
  readonly confirmWrites: boolean;
  readonly secondCall: boolean;
}

function toolsOf(found: readonly NamedOperation[], { confirmWrites, secondCall }: Asks) {
  return found.map((operation) => {
    const asks = needsPerson(operation.row, undefined, confirmWrites);
    return toolOf(operation, asks && secondCall);
  });
}

export function agentTools(asks: Asks): PaymentsTool[] {
  const abilities = { canSign: false, canUpload: false };
  const own = operations().filter(
    ({ row }) => row.auth === 'agent' && withheldReason(row, abilities) === undefined,
  );
  return toolsOf(own, asks);
}

/** The names of the writes that a platform can offer at all. */
export function possibleWrites(abilities: Abilities): readonly string[] {
  return operations()
    .filter(({ row }) => row.auth === 'platform' && !isRead(row))
    .filter(({ row }) => withheldReason(row, abilities) === undefined)
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
  const abilities = { canSign: signingLink !== undefined, canUpload: documentFolders.length > 0 };
  const isAllowed = (name: string) => (typeof writes === 'boolean' ? writes : writes.has(name));
  const own = operations().filter(({ name, row }) => {
    if (row.auth !== 'platform' || !permissions.has(row.permission)) return false;
    return withheldReason(row, abilities) === undefined && (isRead(row) || isAllowed(name));
  });
  return toolsOf(own, asks);
}

/** The tools of a platform as its dialect has them: of some nothing is signed. */
export async function inDialect(
  dialect: DialectName,
  tools: readonly PaymentsTool[],
  { signingLink, ...asks }: Asks & Partial<Pick<PlatformOffer, 'signingLink'>>,
): Promise<PaymentsTool[]> {
  const { dialects } = await import('@org/payments-contract/internal/dialects');
  const rows = dialects[dialect](platform);
  const abilities = { canSign: signingLink !== undefined, canUpload: true };
  return tools.flatMap((tool) => {
    const row = rows[tool.operation.name];
    const own = row === undefined ? [tool] : toolsOf([{ ...tool.operation, row }], asks);
    return own.filter((one) => withheldReason(one.operation.row, abilities) === undefined);
  });
}

/** An operation that a server does not offer, and why, in words for whoever asks for it. */
export interface WithheldTool {
  readonly tool: PaymentsTool;
  readonly because: string;
}

const reasons = {
  secret: 'it returns a secret, which a conversation would keep: a program calls it with the SDK',
  signature:
    'the customer has to sign it: this server has no `signingLink`, which names the page where they do',
  file: 'it uploads a file, and this server has no folder of documents (`documentFolders`; --documents)',
  options:
    'the options of this server (`tools`, `allowWrites`; --tool, --allow-write) do not name it',
} as const;

/** What a server offers, and whose operations they are. */
export interface Offer {
  readonly tools: readonly PaymentsTool[];
  readonly auth: 'agent' | 'platform';
  /** Whether a search finds its tools. */
  readonly isSearch: boolean;
  readonly abilities: Abilities;
}

/** The operations of an account that its server does not offer. */
export const withheldTools = byKey(({ tools, auth, abilities }: Offer): readonly WithheldTool[] => {
  const names = new Set<string>(tools.map(({ operation }) => operation.name));
  return operations()
    .filter(({ name, row }) => row.auth === auth && !names.has(name))
    .map((operation) => {
      const { row } = operation;
      const permission =
        row.auth === 'platform' ? `, or its API token lacks the permission ${row.permission}` : '';
      const own = withheldReason(row, abilities);
      const because = own === undefined ? `${reasons.options}${permission}` : reasons[own];
      return { tool: toolOf(operation, false), because };
    });
});

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
