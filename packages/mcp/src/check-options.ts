import {
  aFunction,
  flag,
  type KindsOf,
  listOf,
  MAX_TIMER_DELAY,
  type OptionKind,
  oneOf,
  optionChecks,
  required,
  text,
  wholeNumber,
  withFunctions,
} from '@org/payments-contract/internal';
import { McpOptionError } from './errors/mcp-errors.ts';
import { isLoopback } from './http/request.ts';
import type {
  AgentMcpOptions,
  HttpOptions,
  PlatformMcpOptions,
  SharedMcpOptions,
} from './options.ts';

const { checkOptions } = optionChecks(
  (_option, message, action) => new McpOptionError(message, action),
);

const texts = listOf({ expected: 'text', accepts: (value) => typeof value === 'string' }, 'texts');
const wholeAboveZero = wholeNumber({ from: 1 });

function clientWith(resource: string, expected: string): OptionKind {
  return { expected, accepts: (value) => resource in Object(value) };
}

const shared: KindsOf<SharedMcpOptions> = {
  tools: texts,
  confirmWrites: flag,
  secondCall: flag,
  pageOnly: flag,
  confirmationLifetime: wholeNumber({ from: 1, to: MAX_TIMER_DELAY }),
  audit: withFunctions('append'),
  surface: oneOf('search', 'all'),
  logger: withFunctions('error', 'warn', 'info', 'debug'),
  clock: withFunctions('now'),
};

const agentOptions: KindsOf<Omit<AgentMcpOptions, 'platform'>> = {
  ...shared,
  agent: clientWith('me', 'the client of an agent: createAgentClient'),
};

const platformOptions: KindsOf<Omit<PlatformMcpOptions, 'agent'>> = {
  ...shared,
  platform: clientWith('credentials', 'the client of a platform: createPaymentsClient'),
  permissions: listOf(oneOf('VIEW', 'TRANSACT', 'MANAGE'), 'VIEW, TRANSACT and MANAGE'),
  allowWrites: {
    expected: 'true, false or a list of texts',
    accepts: (value) => flag.accepts(value) || texts.accepts(value),
  },
  documentFolders: texts,
  signingLink: aFunction,
};

const matching = (pattern: RegExp): OptionKind['accepts'] => {
  return (value) => typeof value === 'string' && pattern.test(value);
};

/** Of a page, or an extension, which no parser of addresses gives an origin. */
const isOrigin = matching(/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@A-Z]+$/);

const publicOrigin: OptionKind = {
  expected:
    'a scheme and host, such as https://pay.example.com, without a slash at the end, and over https except on this machine',
  accepts: (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, hostname, origin } = new URL(value);
    // In clear, a network would read the codes of people and their cookies.
    const isPrivate = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
    return isPrivate && origin === value;
  },
};

const codes: OptionKind = {
  expected: 'an object of texts',
  accepts: (value) =>
    typeof value === 'object' && value !== null && texts.accepts(Object.values(value)),
};

const httpOptions: KindsOf<HttpOptions> = {
  token: required(text),
  approvalCodes: codes,
  passkeys: withFunctions('list', 'put'),
  port: wholeNumber({ from: 0, to: 65_535 }),
  host: text,
  allowedHosts: listOf(
    { expected: 'a name', accepts: matching(/^[^\s/?#@]+$/) },
    'names of hosts, such as pay.example.com',
  ),
  allowedOrigins: listOf(
    { expected: 'an origin', accepts: isOrigin },
    'origins of pages, such as https://chat.example.com',
  ),
  publicOrigin,
  maxBodyBytes: wholeAboveZero,
  maxSessions: wholeAboveZero,
};

/** Without the other client when it is `undefined`. */
function given({ agent, platform, ...others }: AgentMcpOptions | PlatformMcpOptions): object {
  return {
    ...others,
    ...(agent !== undefined && { agent }),
    ...(platform !== undefined && { platform }),
  };
}

/** @throws McpOptionError for another option or value, and unless exactly one client is given */
export function checkMcpOptions(options: AgentMcpOptions | PlatformMcpOptions): void {
  const { agent, platform } = options ?? {};
  if (agent !== undefined && platform !== undefined) throw oneClient();
  const known = agent === undefined ? platformOptions : agentOptions;
  checkOptions(options && given(options), known, { of: 'createPaymentsMcp' });
  if (agent === undefined && platform === undefined) throw oneClient();
}

function oneClient(): McpOptionError {
  return new McpOptionError(
    'Exactly one of `agent` and `platform` is needed.',
    'Pass the client whose operations become tools.',
  );
}

/** @throws McpOptionError for a server that is not one of `createPaymentsMcp`, or a wrong option */
export function checkHttpOptions(mcp: unknown, options: HttpOptions): void {
  if (typeof (Object(mcp) as { readonly connect?: unknown }).connect !== 'function') {
    throw new McpOptionError(
      'The first argument of listenHttp is not an MCP server.',
      'Pass what `createPaymentsMcp` returns.',
    );
  }
  checkOptions(options, httpOptions, { of: 'listenHttp' });
}
