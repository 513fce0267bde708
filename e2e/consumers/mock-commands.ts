import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';
import { blocks, type Consumer, linkCommands } from './layout.ts';

/** The address that the README names for the application under test. */
const APP_URL = 'http://localhost:3000';

/** Where commands are documented. */
const pages = ['packages/mock/README.md', 'docs/guides/fixtures-files.md'];

const readText = (path: string) => readFileSync(join(root, path), 'utf8');

/** An instruction of the Containerfile in its JSON form, such as `ENTRYPOINT ["node", …]`. */
function instruction(pattern: RegExp): readonly string[] {
  const [, json = '[]'] = pattern.exec(readText('packages/mock/Containerfile')) ?? [];
  return JSON.parse(json) as string[];
}

/** A command that serves the mock, and where. */
interface Serving {
  readonly url: string;
  /** Sends a signal to stop, and returns what was printed since the start. */
  stop(): Promise<string>;
}

/** Starts a command of the shell, and waits for its line with the address. */
async function serve(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Serving> {
  const child: ChildProcess = spawn('sh', ['-c', line], { cwd, env, detached: true });
  const ended = once(child, 'close');
  let printed = '';
  child.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  const stop = async () => {
    // The shell, npx and the server are one group.
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGTERM');
    await ended;
    return printed;
  };
  const url = await new Promise<string | undefined>((resolve) => {
    void ended.then(() => resolve(undefined));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (text) => {
      printed += `${text}\n`;
      const [, address] = /ready at (\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
  if (url === undefined) throw new Error(`it did not start:\n${printed}`);
  return { url, stop };
}

/** An endpoint for webhooks, and how many requests it received. */
async function openEndpoint() {
  const received: string[] = [];
  const server = createServer((incoming, outgoing) => {
    received.push(incoming.url ?? '');
    outgoing.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/**
 * Runs each command of the mock's README and of the page on fixtures files, as it is written there, from
 * the tarball in a folder that holds nothing else. `docker run` runs what the image would: its entry
 * command with the same options, its health check, and a signal to stop.
 */
export async function mockCommands(consumer: Consumer): Promise<string[]> {
  linkCommands(consumer);
  const cwd = consumer.folder;
  const [fixtures = ''] = blocks(readText('docs/guides/fixtures-files.md'), 'yaml');
  writeFileSync(join(cwd, 'fixtures.yaml'), fixtures);
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    npm_config_offline: 'true',
  };
  const endpoint = await openEndpoint();
  const problems: string[] = [];
  let count = 0;
  let listening: Serving | undefined;
  const check = async (line: string, step: () => Promise<unknown>) => {
    count += 1;
    await step().catch((error: unknown) => problems.push(`${line}\n${error}`));
  };
  const trigger = async (line: string) => {
    if (listening === undefined) throw new Error('nothing listens');
    const { ok, output } = await run('sh', ['-c', `${line} --url ${listening.url}`], { cwd, env });
    const printed = await listening.stop();
    if (!ok || endpoint.received.length === 0) throw new Error(`${output}\n${printed}`);
  };
  const start = async (line: string) => {
    const server = await serve(`${line.replaceAll(APP_URL, endpoint.url)} --port 0`, cwd, env);
    const { status } = await fetch(`${server.url}/__mock/health`);
    if (status !== 200) throw new Error(`its health is ${status}`);
    if (line.includes('--forward-to')) listening = server;
    else await server.stop();
  };
  const container = async (line: string) => {
    const [, options = ''] = /payments-mock(?::\S+)? (.+)$/.exec(line) ?? [];
    const entry = instruction(/^ENTRYPOINT (.+)$/m);
    const server = await serve(`exec ${entry.join(' ')} ${options} --port 0`, cwd, env);
    const [command, ...args] = instruction(/^HEALTHCHECK [^[]+CMD (.+)$/m);
    const { port } = new URL(server.url);
    const healthy = args.map((text) => text.replace(':4010', `:${port}`));
    const health = await run(command ?? '', healthy, { cwd, env });
    const unhealthy = args.map((text) => text.replace(':4010', ':1'));
    const other = await run(command ?? '', unhealthy, { cwd, env });
    const printed = await server.stop();
    if (!health.ok || other.ok) throw new Error(`the health check is wrong: ${health.output}`);
    if (!printed.includes('Stopped by SIGTERM')) throw new Error(printed);
  };
  try {
    for (const block of pages.flatMap((page) => blocks(readText(page), 'sh'))) {
      for (const line of block.split('\n')) {
        if (line.startsWith('npx payments-mock trigger')) await check(line, () => trigger(line));
        else if (line.startsWith('npx payments-mock')) await check(line, () => start(line));
        else if (line.startsWith('docker run')) await check(line, () => container(line));
        else problems.push(`${line}\nis documented and not run`);
      }
    }
  } finally {
    await listening?.stop();
    endpoint.close();
  }
  return count >= 5 ? problems : [...problems, `only ${count} commands of the mock were found`];
}
