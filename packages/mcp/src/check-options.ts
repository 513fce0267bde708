import { schemaIssues } from '@org/payments-contract';
import { didYouMean } from '@org/payments-contract/internal';
import * as z from 'zod';
import { McpOptionError } from './errors/mcp-errors.ts';
import type {
  AgentMcpOptions,
  HttpOptions,
  PlatformMcpOptions,
  SharedMcpOptions,
} from './options.ts';

/** One schema for each option of a type; a list that lacks one does not compile. */
type Fields<Options> = Readonly<Record<keyof Options, z.ZodType>>;

const texts = z.array(z.string());
const wholeAboveZero = z.int().positive();

/** An object of the caller's own making; its functions are what is used. */
function withFunctions(...names: readonly string[]): z.ZodType {
  const isRight = (value: unknown) =>
    names.every((name) => typeof Object(value)[name] === 'function');
  return z.custom(isRight, `expected an object with the functions ${names.join(', ')}`);
}

const shared = {
  tools: texts.optional(),
  confirmWrites: z.boolean().optional(),
  secondCall: z.boolean().optional(),
  pageOnly: z.boolean().optional(),
  confirmationLifetime: wholeAboveZero.optional(),
  audit: withFunctions('append', 'read').optional(),
  surface: z.enum(['search', 'all']).optional(),
  logger: withFunctions('error', 'warn', 'info', 'debug').optional(),
  clock: withFunctions('now').optional(),
} satisfies Fields<SharedMcpOptions>;

const agentOptions = z.strictObject({
  ...shared,
  agent: z
    .custom((value) => 'me' in Object(value), 'is not the client of an agent: createAgentClient')
    .optional(),
  platform: z.undefined().optional(),
} satisfies Fields<AgentMcpOptions>);

const platformOptions = z.strictObject({
  ...shared,
  agent: z.undefined().optional(),
  platform: z
    .custom(
      (value) => 'credentials' in Object(value),
      'is not the client of a platform: createPaymentsClient',
    )
    .optional(),
  permissions: z.array(z.enum(['VIEW', 'TRANSACT', 'MANAGE'])).optional(),
  allowWrites: z.union([z.boolean(), texts]).optional(),
  documentFolders: texts.optional(),
  signingLink: z.custom((value) => typeof value === 'function', 'expected a function').optional(),
} satisfies Fields<PlatformMcpOptions>);

const httpOptions = z.strictObject({
  token: z.string(),
  approvalCodes: z.record(z.string(), z.string()).optional(),
  passkeys: withFunctions('list', 'put').optional(),
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().optional(),
  allowedHosts: texts.optional(),
  allowedOrigins: texts.optional(),
  maxBodyBytes: wholeAboveZero.optional(),
  maxSessions: wholeAboveZero.optional(),
} satisfies Fields<HttpOptions>);

/**
 * Refuses names that are not known, because an option with a misspelt name protects nothing, and
 * values of another kind: the text `'false'` would count as true.
 */
function check(schema: z.ZodObject, options: unknown, of: string): void {
  const names = Object.keys(schema.shape).join(', ');
  if (typeof options !== 'object' || options === null) {
    throw new McpOptionError(
      `The options of ${of} must be an object.`,
      `Pass an object with: ${names}.`,
    );
  }
  const [issue] = schemaIssues(schema, options);
  if (issue === undefined) return;
  const option = issue.path.join('.');
  throw issue.code === 'unrecognized_keys'
    ? new McpOptionError(
        `\`${option}\` is not an option of ${of}${didYouMean(option, Object.keys(schema.shape))}.`,
        `Correct its name, or remove it. The options are: ${names}.`,
      )
    : new McpOptionError(
        `\`${option}\` of ${of}: ${issue.message}.`,
        'Pass a value that the message describes, or leave the option out.',
      );
}

/** @throws McpOptionError for another option or value, and unless exactly one client is given */
export function checkMcpOptions(options: AgentMcpOptions | PlatformMcpOptions): void {
  const { agent, platform } = options ?? {};
  if (agent !== undefined && platform !== undefined) throw oneClient();
  check(agent === undefined ? platformOptions : agentOptions, options, 'createPaymentsMcp');
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
  check(httpOptions, options, 'listenHttp');
}
