import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A Postgres server for the test, on a socket in its own folder. */
export interface PostgresServer {
  /** Folder of the socket: what `pg` takes as the host. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  stop(): Promise<void>;
}

/** Names the socket; nothing listens on a network. */
const PORT = 5432;
const USER = 'journal';

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Postgres refuses to run as root: then Debian's own account for it runs it. */
function account(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function programs(): string {
  const folders = globSync('/usr/lib/postgresql/*/bin').sort();
  const newest = folders.at(-1);
  if (newest === undefined) {
    throw new Error('Postgres is not installed: apt-get install postgresql');
  }
  return newest;
}

async function untilReady(isReady: string, host: string, as: Account): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const child = spawn(isReady, ['-q', '-h', host, '-p', String(PORT)], as);
    const [code] = await once(child, 'exit');
    if (code === 0) return;
    await pause(100);
  }
  throw new Error('Postgres did not accept connections within 30 s.');
}

/** Starts Debian's Postgres on a new folder. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = programs();
  const as = account();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', USER, '--auth=trust', '--no-sync', '--encoding=UTF8'];
  execFileSync(join(bin, 'initdb'), init, { ...as, cwd: folder, stdio: 'pipe' });
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
  ];
  const flags = ['-D', data, '-p', String(PORT), ...settings.flatMap((one) => ['-c', one])];
  const server = spawn(join(bin, 'postgres'), flags, { ...as, cwd: folder, stdio: 'ignore' });
  const ended = once(server, 'exit');
  await Promise.race([
    untilReady(join(bin, 'pg_isready'), folder, as),
    ended.then(([code]) => {
      throw new Error(`Postgres ended with ${code}.`);
    }),
  ]);
  execFileSync(join(bin, 'createdb'), ['-h', folder, '-p', String(PORT), '-U', USER, USER], {
    ...as,
    cwd: folder,
  });
  return {
    host: folder,
    port: PORT,
    user: USER,
    async stop() {
      // Waits until the sessions have ended: those of killed processes too.
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
