import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../../scripts/lib/free-port.ts';
import { environment, run } from '../../../scripts/lib/run.ts';
import { endGroup } from './served-page.ts';
import { problemsOf, type Toolbox } from './toolbox.ts';

/** The variables a process needs, and none that the packages could read. */
const bare = { PATH: environment().PATH, HOME: process.env.HOME, NEXT_TELEMETRY_DISABLED: '1' };

function start(next: string, project: string, port: number): ChildProcess {
  const args = [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
  const env = bare as NodeJS.ProcessEnv;
  return spawn(process.execPath, args, {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Waits until a server has printed that it is ready. */
function ready(server: ChildProcess, printed: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(printed.join(''))), 120_000);
    const read = (chunk: Buffer) => {
      printed.push(chunk.toString());
      if (!/Ready/.test(printed.join(''))) return;
      clearTimeout(timer);
      resolve();
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.on('exit', () => reject(new Error(`next start ended:\n${printed.join('')}`)));
  });
}

/**
 * Requests the pages of the server without variables: the page is served, and each route that needs
 * a variable names it.
 */
async function serves(next: string, project: string): Promise<string[]> {
  const port = await freePort();
  const printed: string[] = [];
  const server = start(next, project, port);
  try {
    await ready(server, printed);
    const problems: string[] = [];
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    if (!page.includes('Freeze')) problems.push('Next.js: the page was not rendered');
    for (const path of ['/api/wallet/v1/account', '/api/webhooks']) {
      const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, init);
      if (status !== 500) problems.push(`Next.js: ${path} without variables is a ${status}`);
    }
    if (!printed.join('').includes('The relay has no `secret`')) {
      problems.push(`Next.js: the log does not name the missing option:\n${printed.join('')}`);
    }
    return problems;
  } finally {
    endGroup(server);
  }
}

/** Builds a relay, a webhook route and a client component without any variable, and serves them. */
export async function runNextJs(toolbox: Toolbox): Promise<string[]> {
  const project = toolbox.project('nextjs');
  const next = `${toolbox.folder}/node_modules/next/dist/bin/next`;
  const built = await run(process.execPath, [next, 'build'], { cwd: project, env: unset() });
  const problems = problemsOf('Next.js: next build', built);
  return problems.length > 0 ? problems : serves(next, project);
}

/** This process's variables, but those that the packages or the project read. */
function unset(): NodeJS.ProcessEnv {
  const read = /^PAYMENTS_|^RELAY_SECRET$|^APP_ORIGIN$|^PAYMENTS_WEBHOOK_PUBLIC_KEY$/;
  const names = Object.keys(process.env).filter((name) => read.test(name));
  return { ...bare, ...Object.fromEntries(names.map((name) => [name, undefined])) };
}
