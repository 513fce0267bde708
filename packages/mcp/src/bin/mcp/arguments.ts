import { ArgumentError, portOf } from '@org/payments-contract/internal';
import { strictArgs } from '../strict-args.ts';

const options = {
  http: { type: 'boolean', default: false },
  port: { type: 'string', default: '3340' },
  host: { type: 'string', default: '127.0.0.1' },
  'allow-host': { type: 'string', multiple: true, default: [] as string[] },
  'public-origin': { type: 'string' },
  'allow-origin': { type: 'string', multiple: true, default: [] as string[] },
  'allow-writes': { type: 'boolean', default: false },
  'allow-write': { type: 'string', multiple: true, default: [] as string[] },
  tool: { type: 'string', multiple: true },
  'confirm-writes': { type: 'boolean', default: false },
  tools: { type: 'string' },
  'second-call': { type: 'boolean', default: false },
  'approve-on-page': { type: 'boolean', default: false },
  'require-passkey': { type: 'boolean', default: false },
  'no-open': { type: 'boolean', default: false },
  documents: { type: 'string', multiple: true, default: [] as string[] },
  'audit-log': { type: 'string' },
  journal: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

export const usage = `Usage: payments-mcp [agent | platform] [options]

Serves the payments API to clients of the Model Context Protocol, over standard input and output.

agent serves the operations of one agent, within its policy. platform serves what the API token may
read. Without either, the credentials in the environment decide.

  --allow-writes          platform: offer writes too
  --allow-write <name>    platform: offer this write, such as transfers.createOut; may be repeated
  --tool <name>           offer only this operation, such as transactions.list, or only those of this
                          resource, such as transactions; may be repeated
  --tools <search|all>    search: three tools that find, describe and call every operation (the
                          default); all: one tool for each operation
  --confirm-writes        have a person approve every write, not only those that move money, raise
                          authority or cannot be undone
  --approve-on-page       have the person decide on the approval page even if the client can ask
  --require-passkey       have a passkey confirm each approval on the page, registered there at the
                          first use
  --no-open               print the address of the approval page, and open no browser
  --second-call           let the model confirm by a second call if nobody can be asked: no person
                          has approved such a call
  --documents <folder>    platform: allow documents to be uploaded from this folder, by their path;
                          may be repeated
  --audit-log <file>      where it is noted who approved what, and what happened
  --journal <file>        where writes are recorded before they are sent; postgres://<address> for a
                          database, which needs the package pg and PAYMENTS_JOURNAL_SECRET
  --http                  serve over streamable HTTP instead, at /mcp
  --port <number>         HTTP: port to listen on; 0 for any free one (3340)
  --host <address>        HTTP: address to listen on (127.0.0.1)
  --allow-host <name>     HTTP: accept requests for this host name; may be repeated
  --allow-origin <origin> HTTP: accept requests of pages of this origin; may be repeated
  --public-origin <origin>
                          HTTP: where a proxy that ends TLS serves this, such as
                          https://pay.example.com
  -h, --help              print this, and exit
  -v, --version           print the version, and exit

Environment:
  PAYMENTS_BASE_URL       address of the API, with its version
  PAYMENTS_ACCESS_TOKEN   agent: the access token that redeeming its device code returned
  PAYMENTS_TOKEN_ID, PAYMENTS_CLIENT_SECRET
                          platform: the API token
  PAYMENTS_FIRST_TOKEN_ID platform: the id of the first API token, if it was replaced: the journal
                          knows the account by it; after it, with commas, others used before this one
  PAYMENTS_DIALECT        platform: the words of a newer service, 2026-08
  PAYMENTS_MCP_TOKEN      HTTP: the bearer token that clients send, at least 32 characters
  PAYMENTS_MCP_APPROVAL_CODES
                          HTTP: serves the approval page at /approvals, for the people named, such as
                          'ada@example.com=<code> grace@example.com=<code>'; a code has at least 32
                          characters
  PAYMENTS_JOURNAL        the same as --journal
  PAYMENTS_JOURNAL_SECRET seals the requests in the journal: at least 32 bytes; without it the server
                          makes one, in a file beside the journal
  PAYMENTS_LOG            off, error, warn (the default), info or debug: lines of JSON on standard error
`;

/** Whose operations become tools; undefined if the environment decides. */
function kindOf(positionals: readonly string[]): 'agent' | 'platform' | undefined {
  const [kind, ...others] = positionals;
  if (kind === undefined) return undefined;
  if (others.length === 0 && (kind === 'agent' || kind === 'platform')) return kind;
  throw new ArgumentError(`expected agent or platform, not ${positionals.join(' ')}`);
}

function surfaceOf(text: string | undefined): 'search' | 'all' | undefined {
  if (text === undefined || text === 'search' || text === 'all') return text;
  throw new ArgumentError(`--tools takes search or all, not ${text}`);
}

export type Arguments = ReturnType<typeof readArguments>;

/** @throws ArgumentError */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = strictArgs(args, options);
  if (values['require-passkey'] && values['second-call']) {
    throw new ArgumentError('--require-passkey and --second-call exclude each other');
  }
  return {
    as: kindOf(positionals),
    http: values.http,
    port: portOf(values.port),
    host: values.host,
    allowedHosts: values['allow-host'],
    allowedOrigins: values['allow-origin'],
    publicOrigin: values['public-origin'],
    writes: values['allow-writes'] ? true : values['allow-write'],
    tools: values.tool,
    confirmWrites: values['confirm-writes'],
    secondCall: values['second-call'],
    pageOnly: values['approve-on-page'] || values['require-passkey'],
    requiresPasskey: values['require-passkey'],
    opensBrowser: !values['no-open'],
    surface: surfaceOf(values.tools),
    documentFolders: values.documents,
    auditLog: values['audit-log'],
    journal: values.journal,
    show: values.help ? 'help' : values.version ? 'version' : undefined,
  } as const;
}
