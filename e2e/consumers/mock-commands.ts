import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { blocks, isInstallation, openShell, readText, type Serving } from './commands.ts';
import type { Consumer } from './layout.ts';

/** The address that the README names for the application under test. */
const APP_URL = 'http://localhost:3000';

/** Where commands are documented. */
const pages = ['packages/mock/README.md', 'docs/guides/fixtures-files.md'];

/** An instruction of the Containerfile in its JSON form, as words: `ENTRYPOINT ["node", …]`. */
function instruction(pattern: RegExp): string {
  const [, json = '[]'] = pattern.exec(readText('packages/mock/Containerfile')) ?? [];
  const words = JSON.parse(json) as string[];
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

/** An endpoint for webhooks, and the requests it received. */
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
  const shell = openShell(consumer);
  const [fixtures = ''] = blocks(readText('docs/guides/fixtures-files.md'), 'yaml');
  writeFileSync(join(consumer.folder, 'fixtures.yaml'), fixtures);
  const endpoint = await openEndpoint();
  const problems: string[] = [];
  let count = 0;
  let listening: Serving | undefined;
  const trigger = async (line: string) => {
    if (listening === undefined) throw new Error('nothing listens');
    const { ok, output } = await shell.run(`${line} --url ${listening.url}`);
    const printed = await listening.stop();
    if (!ok || endpoint.received.length === 0) throw new Error(`${output}\n${printed}`);
  };
  const start = async (line: string) => {
    const server = await shell.serve(`${line.replaceAll(APP_URL, endpoint.url)} --port 0`);
    const { status } = await fetch(`${server.url}/__mock/health`);
    if (status !== 200) throw new Error(`its health is ${status}`);
    if (line.includes('--forward-to')) listening = server;
    else await server.stop();
  };
  const container = async (line: string) => {
    const [, options = ''] = /payments-mock(?::\S+)? (.+)$/.exec(line) ?? [];
    const server = await shell.serve(
      `exec ${instruction(/^ENTRYPOINT (.+)$/m)} ${options} --port 0`,
    );
    const health = instruction(/^HEALTHCHECK [^[]+CMD (.+)$/m);
    const own = await shell.run(health.replace(':4010', `:${new URL(server.url).port}`));
    const other = await shell.run(health.replace(':4010', ':1'));
    const printed = await server.stop();
    if (!own.ok || other.ok) throw new Error(`the health check is wrong: ${own.output}`);
    if (!printed.includes('Stopped by SIGTERM')) throw new Error(printed);
  };
  const steps = {
    'npx payments-mock trigger': trigger,
    'npx payments-mock': start,
    'docker run': container,
  };
  try {
    for (const line of pages
      .flatMap((page) => blocks(readText(page), 'sh'))
      .join('\n')
      .split('\n')
      .filter((each) => !isInstallation(each))) {
      const [, step] = Object.entries(steps).find(([prefix]) => line.startsWith(prefix)) ?? [];
      count += 1;
      if (step === undefined) problems.push(`${line}\nis documented and not run`);
      else await step(line).catch((error: unknown) => problems.push(`${line}\n${error}`));
    }
  } finally {
    await listening?.stop();
    endpoint.close();
  }
  return count >= 5 ? problems : [...problems, `only ${count} commands of the mock were found`];
}
