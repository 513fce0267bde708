import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { checkMcpOptions } from './check-options.ts';
import { type ConnectionParts, serverFor } from './connection.ts';
import { McpOptionError } from './errors/option-error.ts';
import {
  type McpSettings,
  type PaymentsMcpOptions,
  type PlatformMcpOptions,
  settingsOf,
} from './options.ts';
import { allPermissions, readPermissions } from './permissions.ts';
import { SentKeys } from './run/sent-keys.ts';
import { chosenTools } from './tools/chosen.ts';
import { agentTools, platformTools, possibleWrites } from './tools/offered.ts';
import type { PaymentsTool } from './tools/tool.ts';

/** One connection of a client. */
export interface McpConnection {
  /** Ends the connection. */
  close(): Promise<void>;
}

/** A transport of the official SDK: of its version 1, in memory, over stdio or HTTP. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: never, options?: never): Promise<void>;
  close(): Promise<void>;
}

/** An MCP server that any number of clients can connect to. */
export interface PaymentsMcp {
  /**
   * The tools that are offered.
   *
   * @throws PaymentsError if the permissions of the API token cannot be determined
   */
  tools(): Promise<readonly PaymentsTool[]>;
  /** Serves one client over a transport of the official SDK, until that closes. */
  connect(transport: McpTransport): Promise<McpConnection>;
}

/** @throws McpOptionError for a name that is not that of a write that can be offered */
function allowedWrites({ allowWrites = false }: PlatformMcpOptions): boolean | ReadonlySet<string> {
  if (typeof allowWrites === 'boolean') return allowWrites;
  const possible = possibleWrites();
  const unknown = allowWrites.filter((name) => !possible.includes(name));
  if (unknown.length === 0) return new Set(allowWrites);
  throw new McpOptionError(
    `\`allowWrites\` names ${unknown.join(', ')}, which is not a write that can be offered.`,
    'Name writes of the platform, such as transfers.createOut. Those that must be signed, upload a file or return a secret cannot be offered.',
  );
}

/** Logs the writes that were allowed by name and that the token's permissions do not cover. */
function warnOfMissing(
  { logger }: McpSettings,
  writes: ReadonlySet<string>,
  offered: readonly PaymentsTool[],
): void {
  const names = new Set<string>(offered.map(({ operation }) => operation.name));
  const missing = [...writes].filter((name) => !names.has(name));
  if (missing.length === 0) return;
  const message = 'payments-mcp: the API token lacks the permission for writes that are allowed';
  logger?.warn(message, { writes: missing });
}

function platformSource(options: PlatformMcpOptions): () => Promise<readonly PaymentsTool[]> {
  const writes = allowedWrites(options);
  const settings = settingsOf(options);
  const { platform, permissions: given } = options;
  const all = platformTools({ permissions: allPermissions, writes, ...settings });
  const wanted = chosenTools(all, options.tools);
  const needsTransact = wanted.some(({ operation }) => operation.row.permission === 'TRANSACT');
  const find = async () => {
    const permissions =
      given === undefined ? await readPermissions(platform, needsTransact) : new Set(given);
    const offered = wanted.filter(({ operation }) => permissions.has(operation.row.permission));
    if (typeof writes !== 'boolean') warnOfMissing(settings, writes, offered);
    return offered;
  };
  let found: Promise<readonly PaymentsTool[]> | undefined;
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

function partsOf(options: PaymentsMcpOptions): ConnectionParts {
  const settings = settingsOf(options);
  const sentKeys = new SentKeys();
  if (options.agent !== undefined) {
    const { agent } = options;
    const tools = chosenTools(agentTools(settings.confirmWrites), options.tools);
    return { client: agent, agent, settings, sentKeys, tools: async () => tools };
  }
  return {
    client: options.platform,
    agent: undefined,
    settings,
    sentKeys,
    tools: platformSource(options),
  };
}

/**
 * Creates an MCP server: for an agent, within its policy, or for a platform, with read access.
 *
 * @example
 * const mcp = createPaymentsMcp({ agent: createAgentClient({ baseUrl, accessToken }) });
 * await serveStdio(mcp);
 *
 * @throws McpOptionError for an invalid option; its `action` names the accepted values
 */
export function createPaymentsMcp(options: PaymentsMcpOptions): PaymentsMcp {
  checkMcpOptions(options);
  const parts = partsOf(options);
  return {
    tools: parts.tools,
    async connect(transport) {
      const server = serverFor(parts);
      // Declared here in fewer words, because those of the SDK need the types of a browser.
      await server.connect(transport as unknown as Transport);
      return { close: () => server.close() };
    },
  };
}
