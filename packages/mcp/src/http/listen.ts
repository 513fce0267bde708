import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { PaymentsError } from '@org/payments-sdk';
import type { ApprovalPageOptions } from '../approval/page/approval-page.ts';
import { personalCodes, secretPath, withCodeLogin } from '../approval/page/code-login.ts';
import { approvalHandler } from '../approval/page/node-handler.ts';
import { checkHttpOptions } from '../check-options.ts';
import type { PaymentsMcp } from '../create-payments-mcp.ts';
import { mcpErrorCodes } from '../errors/mcp-codes.ts';
import { HttpRefusal, McpOptionError, ToolError } from '../errors/mcp-errors.ts';
import { openServer } from '../loopback.ts';
import type { HttpOptions } from '../options.ts';
import {
  type AccessRules,
  allowPage,
  hostNames,
  readBody,
  requireHost,
  requireSource,
  requireToken,
  writtenHost,
} from './request.ts';
import { Sessions } from './sessions.ts';

/** A server that listens. */
export interface McpHttpServer {
  /** Where clients connect: `http://127.0.0.1:3340/mcp`. */
  readonly url: string;
  /** Ends all sessions and stops listening. */
  close(): Promise<void>;
}

const PATH = '/mcp';
const PAGE = '/approvals';

function respond(response: ServerResponse, status: number, error: PaymentsError): void {
  const { code, message, action, docs } = error;
  const data = { code, action, docs };
  const body = { jsonrpc: '2.0', error: { code: -32_000, message, data }, id: null };
  if (status === 401) response.setHeader('www-authenticate', 'Bearer realm="payments-mcp"');
  if (status === 405) response.setHeader('allow', 'GET, POST, DELETE');
  if (status === 413) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Responds to a request that failed, if it was not responded to yet. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof HttpRefusal) {
    respond(response, error.status, error);
    return;
  }
  respond(response, 500, new ToolError('INTERNAL', mcpErrorCodes.INTERNAL.meaning));
}

interface Parts {
  readonly rules: AccessRules;
  readonly sessions: Sessions;
  readonly maxBodyBytes: number;
  readonly page:
    | ((request: IncomingMessage, response: ServerResponse) => Promise<void>)
    | undefined;
}

async function post(
  { sessions, maxBodyBytes }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  id: string | undefined,
): Promise<void> {
  const body = await readBody(request, maxBodyBytes);
  if (id === undefined) await sessions.begin(request, response, body);
  else await sessions.message(id, request, response, body);
}

async function handle(parts: Parts, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (parts.page !== undefined && (path === PAGE || path.startsWith(`${PAGE}/`))) {
    // The page checks the origin of its forms itself, and needs no bearer token.
    requireHost(request, parts.rules);
    await parts.page(request, response);
    return;
  }
  requireSource(request, parts.rules);
  if (allowPage(request, response)) return;
  requireToken(request, parts.rules);
  if (path !== PATH) throw new HttpRefusal('NOT_FOUND');
  const given = request.headers['mcp-session-id'];
  const id = Array.isArray(given) ? given[0] : given;
  if (request.method === 'POST') {
    await post(parts, request, response, id);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'DELETE') {
    throw new HttpRefusal('METHOD_NOT_ALLOWED');
  }
  await parts.sessions.handle(id, request, response);
}

function checkSecret(secret: string, what: string): void {
  if (/^[\x21-\x7e]{32,}$/.test(secret)) return;
  throw new McpOptionError(
    `The ${what} is shorter than 32 characters, or contains other characters than visible ASCII.`,
    'Make one with `openssl rand -hex 32`.',
  );
}

/** @throws McpOptionError unless each person has a name to be recorded by, and a code of their own */
function checkCodes(codes: Readonly<Record<string, string>>): void {
  const entries = Object.entries(codes);
  const isNamed = entries.every(([name]) => /^[\x21-\x7e]{1,100}$/.test(name));
  const areOwn = new Set(Object.values(codes)).size === entries.length;
  if (entries.length === 0 || !isNamed || !areOwn) {
    throw new McpOptionError(
      'The codes of the approval page are not one for each named person.',
      'Name each person in at most 100 visible ASCII characters, such as ada@example.com, and make each a code of their own.',
    );
  }
  for (const [name, code] of entries) checkSecret(code, `approval code of ${name}`);
}

/** The name of the proxy in front. */
const publicHost = ({ publicOrigin }: HttpOptions): readonly string[] =>
  publicOrigin === undefined ? [] : [new URL(publicOrigin).hostname];

function pageFor(
  mcp: PaymentsMcp,
  codes: Readonly<Record<string, string>>,
  { passkeys, publicOrigin }: HttpOptions,
): Parts['page'] {
  // Over https a browser sends the cookie to its name alone.
  const path = publicOrigin?.startsWith('https:') ? PAGE : secretPath(`${PAGE}/`);
  const addressOf =
    publicOrigin === undefined ? undefined : (id: string) => `${publicOrigin}${path}/${id}`;
  const pageBehind = (authenticate: ApprovalPageOptions['authenticate']) =>
    mcp.approvalPage({ authenticate, recognizedBy: 'code', passkeys, path, addressOf });
  const page = withCodeLogin(personalCodes(codes), PAGE, pageBehind, path);
  return approvalHandler(page, { publicOrigin });
}

/**
 * Serves any number of clients over streamable HTTP. Every request needs the bearer token; its host
 * and origin are checked.
 *
 * @throws McpOptionError for a token that is too short, or an unknown option
 * @example
 * const server = await listenHttp(mcp, { token: process.env.PAYMENTS_MCP_TOKEN });
 */
export async function listenHttp(mcp: PaymentsMcp, options: HttpOptions): Promise<McpHttpServer> {
  checkHttpOptions(mcp, options);
  const { token, port = 3340, host = '127.0.0.1', maxBodyBytes = 1_000_000 } = options;
  checkSecret(token, 'token of the MCP endpoint');
  const { approvalCodes, passkeys } = options;
  if (approvalCodes !== undefined) checkCodes(approvalCodes);
  else if (passkeys !== undefined) {
    throw new McpOptionError(
      '`passkeys` is given, and no approval page is served.',
      'Pass `approvalCodes`, or mount `mcp.approvalPage` behind your own sign-in.',
    );
  }
  const rules = {
    token,
    hosts: hostNames(host, [...(options.allowedHosts ?? []), ...publicHost(options)]),
    origins: new Set(options.allowedOrigins),
  };
  const sessions = new Sessions(mcp, options.maxSessions ?? 100);
  const page = approvalCodes && pageFor(mcp, approvalCodes, options);
  const parts = { rules, sessions, maxBodyBytes, page };
  // Longer than load balancers keep an idle connection: they would send a request on one that is closed.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    handle(parts, request, response).catch((error: unknown) => refuse(response, error));
  });
  const opened = await openServer(server, port, host);
  return {
    url: `http://${writtenHost(host)}:${opened.port}${PATH}`,
    async close() {
      await sessions.close();
      await opened.close();
    },
  };
}
