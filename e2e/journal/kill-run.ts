import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Service } from './service.ts';
import type { StoreSetup, WriterSetup } from './setup.ts';

export const SECRET = 'the secret of the journal whose writers are killed';

/** The number of writers to kill, and the settings of the kills. */
export interface KillPlan {
  readonly kills: number;
  /** Writers that run at the same time. */
  readonly lanes: number;
  /** A writer is killed at most this many milliseconds after its first writes have ended. */
  readonly within: number;
  /** Between 0 and 1, from a seed. */
  readonly random: () => number;
}

/** Where a run keeps its files. */
export interface KillPlace {
  readonly folder: string;
  readonly program: string;
  readonly service: Service;
  readonly store: StoreSetup;
}

/** The outcomes that the killed writers recorded, by marker. */
export type Known = ReadonlyMap<string, string>;

/** A random generator with a seed (mulberry32). */
export function seeded(seed: number): () => number {
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
export async function killWriters(place: KillPlace, plan: KillPlan): Promise<Known> {
  const delays = Array.from({ length: plan.kills }, () => plan.random() * plan.within);
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
