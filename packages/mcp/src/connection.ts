import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { isPaymentsError, type PaymentsError } from '@org/payments-sdk';
import type { Confirmations, Decision } from './confirm/confirm.ts';
import { PreparedCalls } from './confirm/prepared-calls.ts';
import { ToolError } from './errors/tool-error.ts';
import type { McpSettings } from './options.ts';
import { MCP_VERSION } from './package-info.ts';
import type { RunContext } from './run/run-tool.ts';
import { runTool } from './run/run-tool.ts';
import type { PaymentsTool } from './tools/tool.ts';

/** What every connection of a server shares. */
export interface ConnectionParts
  extends Pick<RunContext, 'client' | 'agent' | 'settings' | 'sentKeys'> {
  tools(): Promise<readonly PaymentsTool[]>;
}

const INSTRUCTIONS = [
  "Tools of a payments API. Amounts are whole numbers of the currency's smallest unit: 15000 is 150.00 USD.",
  'A tool that moves money is carried out only once the person behind the client has confirmed it: where it returns `confirmation_required`, show them the summary and wait for their decision.',
  'Give each payment an `idempotencyKey` of its own. After `OUTCOME_UNKNOWN` a payment may have been made: repeat it with the same key, or find out first.',
  'A list returns one page; pass `nextCursor` as `cursor` for the next one.',
].join('\n');

const question = {
  type: 'object',
  properties: {
    confirm: {
      type: 'boolean',
      title: 'Carry it out',
      description: 'Tick to carry it out as shown.',
      default: false,
    },
  },
  required: ['confirm'],
} as const;

function confirmationsOf(
  server: Server,
  settings: McpSettings,
  prepared: PreparedCalls,
  requestId: string | number,
  signal: AbortSignal,
): Confirmations {
  const canAsk = server.getClientCapabilities()?.elicitation?.form !== undefined;
  const ask = async (message: string): Promise<Decision> => {
    const { action, content } = await server.elicitInput(
      { mode: 'form', message, requestedSchema: { ...question, required: ['confirm'] } },
      { timeout: settings.confirmationLifetime, relatedRequestId: requestId, signal },
    );
    if (action !== 'accept') return action;
    return content?.confirm === true ? 'accept' : 'decline';
  };
  return { ask: canAsk ? ask : undefined, twoStep: settings.twoStep, prepared };
}

/** A tool as the protocol lists it. */
function listed({ name, title, description, inputSchema, annotations }: PaymentsTool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, required: [...inputSchema.required] },
    annotations: { ...annotations },
  };
}

/** The protocol's error for an error of the server: with its code, action and page. */
function protocolError(kind: ErrorCode, { code, message, action, docs }: PaymentsError): McpError {
  return new McpError(kind, `${code}: ${message} ${action}`, { code, action, docs });
}

/** Returns the tools; the protocol's error if they cannot be determined. */
async function toolsOf({ tools }: ConnectionParts): Promise<readonly PaymentsTool[]> {
  try {
    return await tools();
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    throw protocolError(ErrorCode.InternalError, error);
  }
}

/** Creates the protocol's server for one connection. */
export function serverFor(parts: ConnectionParts): Server {
  const { client, agent, settings, sentKeys } = parts;
  const server = new Server(
    { name: 'payments', title: 'Payments', version: MCP_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const prepared = new PreparedCalls(settings.clock, settings.confirmationLifetime);
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const tools = await toolsOf(parts);
    return { tools: tools.map(listed) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal }) => {
    const tools = await toolsOf(parts);
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const unknown = new ToolError('UNKNOWN_TOOL', `No tool is named ${params.name}.`);
      throw protocolError(ErrorCode.InvalidParams, unknown);
    }
    const confirmations = confirmationsOf(server, settings, prepared, requestId, signal);
    const context = { client, agent, settings, confirmations, sentKeys, signal };
    return runTool(context, tool, params.arguments ?? {});
  });
  return server;
}
