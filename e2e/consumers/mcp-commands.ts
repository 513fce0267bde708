import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { run } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';
import { blocks, type Consumer, linkCommands } from './layout.ts';

/** What the README writes where its reader puts their own values. */
const EXAMPLE_URL = 'https://api.example.com/2025-10-13';

/** Commands that reach a registry: the first installs what is installed here from the tarball. */
const notRun = [/^npm install @org\/payments-mcp$/, /^npx @modelcontextprotocol\/inspector /];

/** Connects the official client, and has the server read the agent it serves. */
async function readAgent(transport: Transport): Promise<string> {
  const client = new Client({ name: 'consumer', version: '1.0.0' });
  try {
    await client.connect(transport);
    const result = await client.callTool({
      name: 'call_operation',
      arguments: { operation: 'agent.me.get' },
    });
    return JSON.stringify(result.structuredContent);
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
const given = { name: 'call_operation', arguments: { operation: 'agent.me.get' } };
console.log(JSON.stringify((await client.callTool(given)).structuredContent));
await client.close();
`;

async function readOverHttp(url: string, token: string): Promise<string> {
  const program = ['--input-type=module', '-e', httpClient, url, token];
  const { ok, output } = await run(process.execPath, program, { cwd: root, timeoutSeconds: 60 });
  if (!ok) throw new Error(output);
  return output;
}

/** Runs a block that serves over HTTP, and connects under the token that the block made. */
async function overHttp(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const lines = script.split('\n').map((line) => line.replace(/ +#.*$/, ''));
  const [server = '', ...before] = lines.reverse();
  const program = [
    ...before.reverse(),
    'echo "token $PAYMENTS_MCP_TOKEN" >&2',
    `${server} --port 0`,
  ];
  const child = spawn('sh', ['-c', program.join('\n')], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let token = '';
  let seen = '';
  try {
    for await (const line of createInterface({ input: child.stderr })) {
      seen += `${line}\n`;
      token = /^token (\S+)$/.exec(line)?.[1] ?? token;
      const url = /ready at (\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      return await readOverHttp(url, token);
    }
    throw new Error(`it did not start:\n${seen}`);
  } finally {
    // The shell, npx and the server are one group.
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/**
 * Runs each command of the MCP server's README, as it is written there, from the tarball in a folder
 * that holds nothing else. A command that is new there and is not run here is a problem.
 */
export async function mcpCommands(consumer: Consumer): Promise<string[]> {
  const own = consumer.installed.find(({ pkg }) => pkg.id === 'mcp');
  if (own === undefined) return ['the MCP server is not packed'];
  linkCommands(consumer);
  const readme = readFileSync(join(own.folder, 'README.md'), 'utf8');
  const mock = createMock();
  const { agent, accessToken } = mock.add.agent();
  const service = await listen(mock, { port: 0 });
  const { baseUrl } = service.connection;
  const cwd = consumer.folder;
  const env = {
    ...process.env,
    // The version of Node.js that runs this, which need not be the machine's own.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    XDG_STATE_HOME: join(cwd, 'state'),
    npm_config_offline: 'true',
  };
  const filled = (text: string) =>
    text
      .replaceAll(EXAMPLE_URL, baseUrl)
      .replaceAll('PAYMENTS_ACCESS_TOKEN=…', `PAYMENTS_ACCESS_TOKEN=${accessToken}`)
      .replaceAll("the agent's access token", accessToken);
  const overInput = (command: string, args: readonly string[], own: NodeJS.ProcessEnv = {}) =>
    readAgent(
      new StdioClientTransport({
        command,
        args: [...args],
        cwd,
        env: { ...env, ...own } as Record<string, string>,
        stderr: 'ignore',
      }),
    );
  const credentials = { ...env, PAYMENTS_BASE_URL: baseUrl, PAYMENTS_ACCESS_TOKEN: accessToken };
  const { tokenId, clientSecret } = service.connection;
  const platform = {
    ...env,
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_TOKEN_ID: tokenId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
  };
  const problems: string[] = [];
  let count = 0;
  const commandLine = async (line: string) => {
    count += 1;
    const [, file = ''] = /> (\S+)$/.exec(line) ?? [];
    const { ok, output } = await run('sh', ['-c', line], {
      cwd,
      env: platform,
      timeoutSeconds: 60,
    });
    // The transactions of the month, of which the mock has none: the line of the columns.
    const isRight = ok && readFileSync(join(cwd, file), 'utf8').startsWith('id,status,');
    if (!isRight) problems.push(`README: ${line}\n${output}`);
  };
  const check = async (what: string, run: () => Promise<string>) => {
    count += 1;
    const result = await run().catch((error: unknown) => String(error));
    if (!result.includes(agent.id)) problems.push(`README: ${what}\n${result}`);
  };
  try {
    for (const block of blocks(readme, 'sh')) {
      if (block.includes('--http')) {
        await check(block, () => overHttp(block, cwd, credentials));
        continue;
      }
      for (const line of block.split('\n')) {
        if (notRun.some((pattern) => pattern.test(line))) continue;
        if (line.startsWith('npx payments ')) await commandLine(line);
        else await check(line, () => overInput('sh', ['-c', filled(line)]));
      }
    }
    for (const block of blocks(readme, 'json')) {
      const { mcpServers, servers } = JSON.parse(block) as ClientFile;
      const { command, args = [], env: given = {} } = (mcpServers ?? servers)?.payments ?? {};
      if (command === undefined) continue;
      // VS Code asks for a value where the file names an input.
      const values = Object.entries(given).map(([name, value]) => [
        name,
        filled(value).replace(/^\$\{input:.+\}$/, accessToken),
      ]);
      await check(block, () => overInput(command, args, Object.fromEntries(values)));
    }
  } finally {
    await service.close();
  }
  return count >= 5 ? problems : [...problems, `README: only ${count} commands were found`];
}

/** The file in which a client names its servers. */
interface ClientFile {
  readonly mcpServers?: Servers;
  readonly servers?: Servers;
}

type Servers = Readonly<
  Record<
    string,
    {
      readonly command?: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
    }
  >
>;
