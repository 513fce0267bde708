import { type Fields, operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { memoryAuditLog, type PaymentsMcp } from '@org/payments-mcp';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { copies, foreignResponses } from '../../sdk/test/foreign-responses.ts';
import { call, connectInMemory, serverOf } from './stage.ts';

const baseUrl = 'https://api.example.com/2025-10-13';
const ID = /^[A-Z][A-Za-z]+:.+$/;

/** The reads of the contract, those without an id in their path first. */
const readable = operations()
  .filter(({ row }) => row.method === 'GET')
  .sort((one, other) => one.row.path.split('{').length - other.row.path.split('{').length)
  .map(({ name, row }) => ({
    name,
    pattern: new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    result: exampleOf(name).result as Fields | undefined,
  }));

/** The ids anywhere in a value. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return ID.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

const permissions = [
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

type Reply = (typeof foreignResponses)[number] | ((path: string, body: string) => string);

/** A platform whose reads show every resource that they are asked for, and whose writes a gateway has. */
class Gateway {
  reply: Reply = [200, ''];
  readonly writes: string[] = [];
  readonly #known = new Set<string>();

  /** Makes the resources of a call exist. */
  know(input: unknown): void {
    for (const id of idsIn(input)) this.#known.add(id);
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const { method, url } = request;
    const path = decodeURIComponent(new URL(url).pathname.slice(new URL(baseUrl).pathname.length));
    if (method === 'GET') return Response.json(this.#read(path));
    const { reply } = this;
    const [status, body] =
      typeof reply === 'function' ? [200, reply(path, await request.text())] : reply;
    this.writes.push(`${method} ${path}`);
    const headers = { 'content-type': 'application/json' };
    return new Response(body === '' ? null : body, { status, headers });
  };

  #read(path: string): Fields {
    const found = readable.find(({ pattern }) => pattern.test(path));
    const { result = {} } = found ?? {};
    this.know(result);
    const [, id] = found?.pattern.exec(path) ?? [];
    const { data, policy } = result as { data?: readonly Fields[]; policy?: Fields };
    if (data !== undefined) {
      const items = [...this.#known].map((one) => ({ ...data[0], id: one }));
      return { ...result, data: items, hasMore: false };
    }
    const allowed = policy !== undefined && { policy: { ...policy, permissions } };
    return { ...result, ...(id?.includes(':') && { id }), ...allowed };
  }
}

const gateway = new Gateway();
const shared = { baseUrl, fetch: gateway.fetch, retry: 0 } as const;
const audit = memoryAuditLog();
const platform = createPaymentsClient({
  ...shared,
  tokenId: 'id',
  clientSecret: 'secret',
  stamper: { stamp: async () => 'stamp' },
});
const all = ['VIEW', 'TRANSACT', 'MANAGE'] as const;
const options = { platform, allowWrites: true, permissions: all, audit };
const agent = createAgentClient({ ...shared, accessToken: 'token' });

/** The tools of a server that change something. */
async function changingTools(mcp: PaymentsMcp) {
  const tools = await mcp.tools();
  return tools
    .filter(({ operation }) => operation.row.risk !== 'reads')
    .map((tool) => ({ ...tool, mcp }));
}

const whole = [serverOf(options), serverOf({ agent, audit })];
const changing = (await Promise.all(whole.map(changingTools))).flat();
const linked = serverOf({ ...options, signingLink: () => 'https://app.example.com/sign' });
/** Tools that send the first leg of a change, and return a link to sign it. */
const signed = (await changingTools(linked)).filter(
  ({ name, operation }) =>
    !changing.some((tool) => tool.name === name) && !isUnresolvable(operation.name),
);

/** Approval searches wallets for these, which the platform of this test does not have: nothing is sent. */
function isUnresolvable(operation: string): boolean {
  return operation === 'credentials.revoke' || operation === 'sessions.revoke';
}

test('every kind of change is among the tools', () => {
  const risks = new Set(changing.map(({ operation }) => operation.row.risk));
  expect(risks.size).toBe(5);
  expect(changing.length).toBeGreaterThan(50);
  expect(signed.length).toBeGreaterThan(2);
});

/** Calls a tool with its example, which a person approves, for each response of the gateway. */
async function* calls({ name, operation, mcp }: (typeof changing)[number]) {
  const client = await connectInMemory(mcp, () => ({ action: 'accept' }));
  const { input } = exampleOf(operation.name);
  gateway.know(input);
  const isCopied = operation.name !== 'scaLogin.start';
  for (const reply of [...foreignResponses, ...(isCopied ? copies : []).map(([, copy]) => copy)]) {
    gateway.reply = reply;
    gateway.writes.length = 0;
    const seen = await call(client, name, input);
    expect([reply, gateway.writes.length]).toEqual([reply, 1]);
    // A later record is that of a read, which may show the change.
    const sent = audit.records.findLastIndex(({ event }) => event === 'sent');
    yield { ...seen, reply, record: audit.records[sent + 1] };
  }
}

test.each(changing)('$name is not done because a gateway responded', async (tool) => {
  for await (const { reply, isError, value, record } of calls(tool)) {
    const { outcome, error } = value;
    expect([reply, isError, outcome, error?.code, record?.event]).toEqual([
      reply,
      true,
      'unknown',
      'OUTCOME_UNKNOWN',
      'unknown',
    ]);
    expect(Object.keys(value)).not.toContain('done');
  }
});

test.each(signed)('$name returns no link because a gateway responded', async (tool) => {
  for await (const { reply, isError, text, record } of calls(tool)) {
    expect([reply, isError]).toEqual([reply, true]);
    expect(text).not.toContain('https://app.example.com/sign');
    expect(['failed', 'unknown']).toContain(record?.event);
  }
});
