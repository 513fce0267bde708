import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Permission } from '@org/payments-contract';
import type { Journal, PaymentsClient } from '@org/payments-sdk';
import { memoryJournal } from '@org/payments-sdk/journal';
import type { Approvals } from './approval/approvals.ts';
import { briefText } from './approval/describe/describe-call.ts';
import {
  type ApprovalPage,
  type ApprovalPageOptions,
  approvalPage,
} from './approval/page/approval-page.ts';
import { PaymentTurns } from './approval/payment-turns.ts';
import { RefusalLock } from './approval/refusal-lock.ts';
import { steadyClock, WaitingCalls } from './approval/waiting-calls.ts';
import { checkMcpOptions } from './check-options.ts';
import { type ConnectionParts, serverFor } from './connection.ts';
import { McpOptionError } from './errors/mcp-errors.ts';
import { logLine } from './log-line.ts';
import {
  type McpSettings,
  type PaymentsMcpOptions,
  type PlatformMcpOptions,
  settingsOf,
} from './options.ts';
import { allPermissions, readPermissions } from './permissions.ts';
import { SentWrites } from './run/sent-writes.ts';
import {
  agentTools,
  inDialect,
  platformTools,
  possibleWrites,
  toolsNamed,
} from './tools/offered.ts';
import type { PaymentsTool } from './tools/tool.ts';

/** One connection of a client. */
export interface McpConnection {
  /** Calls of tools that have not ended, such as one that a person is to approve. */
  readonly runningCalls: number;
  /**
   * Ends the connection: nobody is asked any more. Resolves once what was sent before has ended and is
   * recorded.
   */
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
  /**
   * Creates the page on which a person approves calls, for the platform to mount behind its own
   * sign-in. From then on a call that needs a person waits for it.
   *
   * @throws McpOptionError if it asks for passkeys and the server is not `pageOnly`
   * @example
   * ```ts
   * const page = mcp.approvalPage({ authenticate: async (request) => userOf(request)?.email ?? null });
   * ```
   */
  approvalPage(options: ApprovalPageOptions): ApprovalPage;
}

/** @throws McpOptionError for a name that is not that of a write that can be offered */
function allowedWrites({
  allowWrites = false,
  signingLink,
  documentFolders = [],
  platform: { dialect },
}: PlatformMcpOptions): boolean | ReadonlySet<string> {
  if (typeof allowWrites === 'boolean') return allowWrites;
  const canUpload = documentFolders.length > 0;
  const canSign = (signingLink ?? dialect) !== undefined;
  const possible = possibleWrites({ canSign, canUpload });
  const unknown = allowWrites.filter((name) => !possible.includes(name));
  if (unknown.length === 0) return new Set(allowWrites);
  throw new McpOptionError(
    `\`allowWrites\` names ${unknown.join(', ')}, which is not a write that can be offered.`,
    'Name writes of the platform, such as transfers.createOut. Those that return a secret cannot be offered, those that upload a file only with `documentFolders`, and those that must be signed only with `signingLink`.',
  );
}

/** Logs the writes that were allowed by name and that the token's permissions do not cover. */
function warnOfMissing(
  { logger }: McpSettings,
  allowed: readonly PaymentsTool[],
  permissions: ReadonlySet<Permission>,
): void {
  const missing = allowed.filter(({ operation }) => !permissions.has(operation.row.permission));
  if (missing.length === 0) return;
  const message = 'payments-mcp: the API token lacks the permission for writes that are allowed';
  const names = missing.map(({ operation }) => operation.name);
  logLine(logger, 'warn', message, { writes: names });
}

function platformSource(options: PlatformMcpOptions): () => Promise<readonly PaymentsTool[]> {
  const writes = allowedWrites(options);
  const settings = settingsOf(options);
  const { platform, permissions: given } = options;
  const { confirmWrites, secondCall, signingLink, documentFolders } = settings;
  const { dialect } = platform;
  // What has to be signed in a dialect is known once its rows are loaded.
  const asks = { confirmWrites, secondCall, signingLink: signingLink ?? dialect, documentFolders };
  const all = platformTools({ permissions: allPermissions, writes, ...asks });
  const wanted = toolsNamed(all, options.tools);
  const needsTransact = wanted.some(({ operation }) => operation.row.permission === 'TRANSACT');
  const find = async () => {
    const permissions =
      given === undefined
        ? await readPermissions(platform as PaymentsClient<boolean>, needsTransact)
        : new Set(given);
    const own = dialect === undefined ? wanted : await inDialect(dialect, wanted, settings);
    const offered = own.filter(({ operation }) => permissions.has(operation.row.permission));
    const isNamed = (name: string) => typeof writes !== 'boolean' && writes.has(name);
    const named = wanted.filter(({ operation }) => isNamed(operation.name));
    warnOfMissing(settings, named, permissions);
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

function approvalsOf(settings: McpSettings): Approvals {
  const { clock, confirmationLifetime, audit, secondCall, pageOnly } = settings;
  const steady = steadyClock(clock);
  const waiting = new WaitingCalls(steady, confirmationLifetime);
  const [lock, turns] = [new RefusalLock(steady), new PaymentTurns()];
  return { waiting, lock, turns, audit, clock, steady, secondCall, pageOnly };
}

/** The client itself if it has a journal, or one with a journal in memory. */
function recording<
  Client extends { readonly journal: unknown; withOptions(options: { journal: Journal }): Client },
>(client: Client): Client {
  return client.journal === undefined ? client.withOptions({ journal: memoryJournal() }) : client;
}

function partsOf(options: PaymentsMcpOptions): ConnectionParts {
  const settings = settingsOf(options);
  const approvals = approvalsOf(settings);
  const shared = { settings, approvals };
  if (options.agent !== undefined) {
    const agent = recording(options.agent);
    const tools = toolsNamed(agentTools(settings), options.tools);
    const writes = new SentWrites(agent, approvals);
    return { ...shared, client: agent, isAgent: true, writes, tools: async () => tools };
  }
  const client = recording(options.platform as PaymentsClient<boolean>);
  const writes = new SentWrites(client, approvals);
  return { ...shared, client, isAgent: false, writes, tools: platformSource(options) };
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
      const { server, runningCalls, idle } = serverFor(parts);
      // Declared here in fewer words, because those of the SDK need the types of a browser.
      await server.connect(transport as unknown as Transport);
      return {
        get runningCalls() {
          return runningCalls();
        },
        async close() {
          await server.close();
          await idle();
        },
      };
    },
    approvalPage(pageOptions) {
      const { approvals } = parts;
      const { announce, pageOnly, steady } = approvals;
      if (pageOptions.passkeys !== undefined && !pageOnly) {
        throw new McpOptionError(
          '`passkeys` is given without `pageOnly`: the dialog of a client would approve without one.',
          'Pass `pageOnly: true` to `createPaymentsMcp`.',
        );
      }
      approvals.announce = (call) => {
        const earlier = announce?.(call);
        pageOptions.onWaiting?.(briefText(call.description), approvals.waiting.list().length);
        return pageOptions.addressOf?.(call.id) ?? earlier;
      };
      const { logger } = parts.settings;
      return approvalPage(approvals.waiting, steady, pageOptions, ({ name, code }) => {
        logLine(logger, 'error', 'payments-mcp: the approval page failed', { error: code ?? name });
      });
    },
  };
}
