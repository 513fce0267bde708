import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { run } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';
import { blocks, openShell, readText, type Shell } from './commands.ts';
import type { Consumer } from './layout.ts';

/** What the README writes where its reader puts their own values. */
const EXAMPLE_URL = 'https://api.example.com/2025-10-13';

/** Commands that reach a registry: the first installs what is installed here from the tarball. */
const notRun = [/^npm install @org\/payments-mcp\b/, /^npx @modelcontextprotocol\/inspector /];

const given = { name: 'call_operation', arguments: { operation: 'agent.me.get' } };

/** Has the server of a command read the agent it serves, with the official client. */
async function overInput(
  command: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const client = new Client({ name: 'consumer', version: '1.0.0' });
  const own = { command, args: [...args], cwd, env: env as Record<string, string> };
  try {
    await client.connect(new StdioClientTransport({ ...own, stderr: 'ignore' }));
    return JSON.stringify((await client.callTool(given)).structuredContent);
  } finally {
    await client.close();
  }
}

/**
 * The official client over HTTP, in a process of its own: one of its dependencies has TypeScript under
 * the condition with which this process runs the sources.
 */
const httpClient = `
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
const [url, token] = process.argv.slice(1);
const client = new Client({ name: 'consumer', version: '1.0.0' });
const requestInit = { headers: { authorization: 'Bearer ' + token } };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
console.log(JSON.stringify((await client.callTool(${JSON.stringify(given)})).structuredContent));
await client.close();
`;

/** Runs a block that serves over HTTP, and connects under the token that the block made. */
async function overHttp(script: string, shell: Shell): Promise<string> {
  const lines = script.split('\n').map((line) => line.replace(/ +#.*$/, ''));
  const before = [...lines.slice(0, -1), 'echo "token $PAYMENTS_MCP_TOKEN" >&2'];
  const server = await shell.serve([...before, `${lines.at(-1)} --port 0`].join('\n'));
  try {
    const [, token = ''] = /^token (\S+)$/m.exec(server.printed) ?? [];
    const program = ['--input-type=module', '-e', httpClient, server.url, token];
    return (await run(process.execPath, program, { cwd: root, timeoutSeconds: 60 })).output;
  } finally {
    await server.stop();
  }
}

/** The file in which a client names its servers. */
type ClientFile = Readonly<Record<'mcpServers' | 'servers', Readonly<Record<string, Program>>>>;

interface Program {
  /** Left out for a server over HTTP. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs each command of the MCP server's README, as it is written there, from the tarball in a folder
 * that holds nothing else. A command that is new there and is not run here is a problem.
 */
export async function mcpCommands(consumer: Consumer): Promise<string[]> {
  const readme = readText('packages/mcp/README.md');
  const mock = createMock();
  const { agent, accessToken } = mock.add.agent();
  const service = await listen(mock, { port: 0 });
  const { baseUrl, tokenId, clientSecret } = service.connection;
  const cwd = consumer.folder;
  const shell = openShell(consumer, {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_TOKEN_ID: tokenId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
  });
  const agents = openShell(consumer, {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_ACCESS_TOKEN: accessToken,
  });
  const bare = openShell(consumer);
  const filled = (text: string) =>
    text
      .replaceAll(EXAMPLE_URL, baseUrl)
      .replaceAll('PAYMENTS_ACCESS_TOKEN=…', `PAYMENTS_ACCESS_TOKEN=${accessToken}`)
      .replaceAll("the agent's access token", accessToken)
      // VS Code asks for a value where the file names an input.
      .replace(/^\$\{input:.+\}$/, accessToken);
  const problems: string[] = [];
  let count = 0;
  const check = async (what: string, expected: string, step: () => Promise<string>) => {
    count += 1;
    const result = await step().catch((error: unknown) => String(error));
    if (!result.includes(expected)) problems.push(`README: ${what}\n${result}`);
  };
  const line = async (text: string) => {
    if (notRun.some((pattern) => pattern.test(text))) return;
    // The transactions of the month, of which the mock has none: the line of the columns.
    if (!text.startsWith('npx payments ')) {
      const args = ['-c', filled(text)];
      return check(text, agent.id, () => overInput('sh', args, { cwd, env: bare.env }));
    }
    const [, file = ''] = /> (\S+)$/.exec(text) ?? [];
    await check(text, 'id,status,', async () => {
      const { ok, output } = await shell.run(text);
      return ok ? readFileSync(join(cwd, file), 'utf8') : output;
    });
  };
  try {
    for (const block of blocks(readme, 'sh')) {
      if (block.includes('--http')) await check(block, agent.id, () => overHttp(block, agents));
      else for (const each of block.split('\n')) await line(each);
    }
    for (const block of blocks(readme, 'json')) {
      const { mcpServers, servers } = JSON.parse(block) as ClientFile;
      const program = (mcpServers ?? servers)?.payments;
      if (program?.command === undefined) continue;
      const { command, args = [], env = {} } = program;
      const own = Object.entries(env).map(([name, value]) => [name, filled(value)]);
      const all = { ...bare.env, ...Object.fromEntries(own) };
      await check(block, agent.id, () => overInput(command, args, { cwd, env: all }));
    }
  } finally {
    await service.close();
  }
  return count >= 5 ? problems : [...problems, `README: only ${count} commands were found`];
}
