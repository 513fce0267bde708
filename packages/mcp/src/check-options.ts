import { McpOptionError } from './errors/option-error.ts';
import type { HttpOptions } from './http/options.ts';
import type { AgentMcpOptions, PlatformMcpOptions, SharedMcpOptions } from './options.ts';

/** The names of the options of a type; a list that lacks one does not compile. */
type Names<Options> = Readonly<Record<keyof Options, true>>;

const shared: Names<SharedMcpOptions> = {
  tools: true,
  confirmWrites: true,
  secondCall: true,
  pageOnly: true,
  confirmationLifetime: true,
  audit: true,
  surface: true,
  logger: true,
  clock: true,
};

const agentNames: Names<AgentMcpOptions> = { ...shared, agent: true, platform: true };

const platformNames: Names<PlatformMcpOptions> = {
  ...agentNames,
  permissions: true,
  allowWrites: true,
  documentFolders: true,
  signingLink: true,
};

const httpNames: Names<HttpOptions> = {
  token: true,
  approvalCode: true,
  passkeys: true,
  port: true,
  host: true,
  allowedHosts: true,
  allowedOrigins: true,
  maxBodyBytes: true,
  maxSessions: true,
};

/** Refuses names that are not known: an option with a misspelt name protects nothing. */
function checkNames(options: unknown, known: Readonly<Record<string, true>>, of: string): void {
  const names = Object.keys(known).join(', ');
  if (typeof options !== 'object' || options === null) {
    throw new McpOptionError(
      `The options of ${of} must be an object.`,
      `Pass an object with: ${names}.`,
    );
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new McpOptionError(
    `\`${unknown}\` is not an option of ${of}.`,
    `Correct its name, or remove it. The options are: ${names}.`,
  );
}

/** @throws McpOptionError unless exactly one client is given, and it is of the kind of its option */
export function checkMcpOptions(options: AgentMcpOptions | PlatformMcpOptions): void {
  const names = options?.agent === undefined ? platformNames : agentNames;
  checkNames(options, names, 'createPaymentsMcp');
  const { agent, platform } = options;
  if ((agent === undefined) === (platform === undefined)) {
    throw new McpOptionError(
      'Exactly one of `agent` and `platform` is needed.',
      'Pass the client whose operations become tools.',
    );
  }
  if (agent !== undefined && !('me' in Object(agent))) {
    throw new McpOptionError(
      '`agent` is not the client of an agent.',
      'Pass what `createAgentClient` returns; the client of a platform is the option `platform`.',
    );
  }
  if (platform !== undefined && !('credentials' in Object(platform))) {
    throw new McpOptionError(
      '`platform` is not the client of a platform.',
      'Pass what `createPaymentsClient` returns; the client of an agent is the option `agent`.',
    );
  }
}

/** @throws McpOptionError for a server that is not one of `createPaymentsMcp`, or an unknown option */
export function checkHttpOptions(mcp: unknown, options: HttpOptions): void {
  if (typeof (Object(mcp) as { readonly connect?: unknown }).connect !== 'function') {
    throw new McpOptionError(
      'The first argument of listenHttp is not an MCP server.',
      'Pass what `createPaymentsMcp` returns.',
    );
  }
  checkNames(options, httpNames, 'listenHttp');
}
