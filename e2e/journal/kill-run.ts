import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Journal } from '@org/payments-sdk/journal';
import { expect, test } from 'vitest';
import { account, type Known } from './account.ts';
import { bundleWriter } from './bundle-writer.ts';
import { type Service, startService } from './service.ts';
import type { StoreSetup, WriterSetup } from './setup.ts';

export const SECRET = 'the secret of the journal whose writers are killed';

/** The number of writers to kill, and the number of those that run at the same time. */
interface KillPlan {
  readonly kills: number;
  readonly lanes: number;
}

/** A writer is killed at most this many milliseconds after its first writes have ended. */
const WITHIN = 60;

/** Where a run keeps its files. */
interface KillPlace {
  readonly folder: string;
  readonly program: string;
  readonly service: Service;
  readonly store: StoreSetup;
}

/** A random generator with a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function killOne(place: KillPlace, name: string, delay: number): Promise<void> {
  const { folder, program, service, store } = place;
  const setup: WriterSetup = {
    name,
    store,
    secret: SECRET,
    connection: service.connection,
    known: join(folder, 'known'),
    ...service.resources(),
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      ...process.env,
      // The compile cache that all writers share.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      WRITER_SETUP: JSON.stringify(setup),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    if (line === 'ready') break;
  }
  await new Promise((resolve) => setTimeout(resolve, delay));
  child.kill('SIGKILL');
  const [code, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error(`A writer ended before it was killed, with ${code}.`);
}

/** Starts writers, kills each at a random moment, and returns the outcomes that they recorded. */
async function killWriters(place: KillPlace, plan: KillPlan): Promise<Known> {
  const seed = Number(process.env.KILL_SEED ?? Math.trunc(Math.random() * 2 ** 31));
  console.log(`KILL_SEED=${seed}`);
  const random = seeded(seed);
  const delays = Array.from({ length: plan.kills }, () => random() * WITHIN);
  let next = 0;
  const lane = async () => {
    for (let turn = next++; turn < delays.length; turn = next++) {
      await killOne(place, `writer-${turn}`, delays[turn] ?? 0);
    }
  };
  await Promise.all(Array.from({ length: plan.lanes }, lane));
  const file = join(place.folder, 'known');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // A truncated line belongs to a write that is also in the journal.
  return new Map(
    lines.slice(0, -1).flatMap((line) => {
      const [marker = '', outcome] = line.split('\t');
      return outcome === undefined ? [] : [[marker, outcome] as const];
    }),
  );
}

/** In memory if there is such a folder: what a killed process wrote is kept there as on a disk. */
const folders = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/**
 * Kills writers that share a journal, and has the outcome of each of their writes recovered.
 *
 * @param open opens the journal, of which writers need the setup; some files may be in the folder
 */
export function testKills(
  plan: KillPlan,
  open: (folder: string) => Promise<{
    readonly store: StoreSetup;
    readonly journal: Journal & { close?(): Promise<void> };
  }>,
): void {
  test(`recovery finds the outcome of every write of ${plan.kills} killed processes`, {
    timeout: 300_000,
  }, async () => {
    const folder = mkdtempSync(join(folders, 'killed-'));
    const service = await startService();
    const { store, journal } = await open(folder);
    try {
      const program = await bundleWriter(folder);
      const known = await killWriters({ folder, program, service, store }, plan);
      const { contradictions, entries, open, verdicts } = await account(service, journal, known);
      console.log(`${plan.kills} kills, ${entries} writes, ${open} open:`, verdicts);
      expect(contradictions.join('\n')).toBe('');
      // Writes of every kind were open, and the writers were killed under load.
      expect(open).toBeGreaterThan(plan.kills / 2);
      // The only list of these writes shows no times, so that it determines nothing.
      for (const by of ['key: applied', 'read: applied']) {
        expect(Object.keys(verdicts).some((name) => name.endsWith(by))).toBe(true);
      }
    } finally {
      await journal.close?.();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
