import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Finished, run } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';
import { type Consumer, linkCommands } from './layout.ts';

/** Reads a file of the repository. */
export const readText = (path: string) => readFileSync(join(root, path), 'utf8');

/** The code blocks of one language. */
export function blocks(markdown: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n(.+?)^\`\`\``, 'gms');
  return [...markdown.matchAll(pattern)].map(([, text = '']) => text.trim());
}

/** Whether a command installs what is installed here from the tarballs. */
export const isInstallation = (line: string) => line.startsWith('npm install ');

/** A command that serves, and where. */
export interface Serving {
  readonly url: string;
  /** What was printed before it was ready. */
  readonly printed: string;
  /** Sends a signal to stop, and returns what was printed since the start. */
  stop(): Promise<string>;
}

/** A shell in a consumer's project, with the commands of the packages and without a registry. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  run(line: string): Promise<Finished>;
  /** Starts a command, and waits for its line with the address. */
  serve(line: string): Promise<Serving>;
}

export function openShell(consumer: Consumer, variables: NodeJS.ProcessEnv = {}): Shell {
  linkCommands(consumer);
  const cwd = consumer.folder;
  const bin = join(cwd, 'node_modules', '.bin');
  const env = {
    ...process.env,
    // The version of Node that runs this, which need not be the machine's own.
    PATH: [dirname(process.execPath), bin, process.env.PATH].join(delimiter),
    XDG_STATE_HOME: join(cwd, 'state'),
    npm_config_offline: 'true',
    ...variables,
  };
  return {
    env,
    run: (line) => run('sh', ['-c', line], { cwd, env, timeoutSeconds: 120 }),
    async serve(line) {
      const child = spawn('sh', ['-c', line], { cwd, env, detached: true });
      const ended = once(child, 'close');
      let printed = '';
      const ready = Promise.withResolvers<string | undefined>();
      for (const input of [child.stdout, child.stderr]) {
        createInterface({ input }).on('line', (text) => {
          printed += `${text}\n`;
          const [, address] = /ready at (\S+)/.exec(text) ?? [];
          if (address !== undefined) ready.resolve(address);
        });
      }
      const url = await Promise.race([ready.promise, ended.then(() => undefined)]);
      if (url === undefined) throw new Error(`it did not start:\n${printed}`);
      const stop = async () => {
        // The shell, npx and the server are one group.
        const isRunning = child.exitCode === null && child.signalCode === null;
        if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGTERM');
        await ended;
        return printed;
      };
      return { url, printed, stop };
    },
  };
}
