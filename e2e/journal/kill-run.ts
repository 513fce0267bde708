import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createPaymentsClient, type RecoveredWrite } from '@org/payments-sdk';
import type { Journal, JournalEntry } from '@org/payments-sdk/journal';
import { expect, test } from 'vitest';
import { bundleWriter } from '../support/programs.ts';
import type { WriterSetup } from './service.ts';
import { type Service, startService } from './service.ts';

/** The outcomes that the killed writers recorded, by marker. */
type Known = ReadonlyMap<string, string>;

/** The marker of an entry, as the service counts it. */
function markerOf({ operation, request }: JournalEntry): string {
  const body = JSON.parse(request?.body ?? '{}') as Readonly<Record<string, string | undefined>>;
  if (operation === 'cards.update') return request?.path.split('/').at(-1) ?? '';
  const marker =
    body.redirectUri?.split('/').at(-1) ??
    body.name ??
    body.platformAccountId ??
    body.remittanceInformation;
  return marker ?? '';
}

/** Every entry of the journal, open or settled. */
async function allEntries(journal: Journal, scopes: readonly string[]): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for (;;) {
    const after = all.at(-1);
    // Each claim ends at once, so that the recovery can claim the entry too.
    const facts = { scopes, by: 'account', lease: -1 };
    const page = await journal.claim({ ...facts, after, endedSince: '1970', limit: 500 });
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/** Milliseconds after which each write is past its deadline, the time to settle, and the difference of clocks. */
const LATER = 480_000;

/** Writes whose resource shows no time: a list cannot tell this write from an earlier one. */
const timeless: readonly string[] = ['externalAccounts.create'];

function contradiction(operation: string, outcome: string, applied: number): string | undefined {
  if (applied > 1) return `was applied ${applied} times`;
  if (outcome === 'applied' && applied === 0) return 'is said to be applied, and was not';
  if (outcome === 'not-applied' && applied === 1) return 'is said not to be applied, and was';
  if (outcome !== 'unknown' || timeless.includes(operation)) return undefined;
  return 'could have been determined, and is unknown';
}

/**
 * Recovers with two clients at once, and compares all results with the changes that the service
 * applied.
 */
async function account(service: Service, journal: Journal, known: Known) {
  const { connection, applied } = service;
  const owner = { service: `platform ${connection.baseUrl}`, account: connection.tokenId };
  const { claimable: scopes } = await journal.scopes(owner);
  const before = await allEntries(journal, scopes);
  const open = before.filter(({ end }) => end === undefined || end.outcome === 'unknown');
  // All writers are dead: the time in which a write may still be applied passes at once, for the
  // service and for the clients that recover.
  await service.advance(LATER);
  const clock = {
    now: () => Date.now() + LATER,
    setTimeout(callback: () => void, milliseconds: number) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  };
  const payments = createPaymentsClient({ ...connection, journal, clock });
  const recovery = () => payments.recover({ settle: 3_000 });
  const writes: RecoveredWrite[] = (await Promise.all([recovery(), recovery()])).flat();
  const after = await allEntries(journal, scopes);
  const markers = new Map(after.map((entry) => [entry.id, markerOf(entry)]));
  const problems: string[] = [];
  for (const { id, operation, outcome, because } of writes) {
    const marker = markers.get(id) ?? '';
    const wrong = contradiction(operation, outcome, applied.get(marker) ?? 0);
    if (wrong !== undefined) problems.push(`${operation} ${marker} ${wrong}: ${because}`);
  }
  for (const { id, operation, end } of after) {
    const marker = markers.get(id) ?? '';
    const wrong = contradiction(operation, end?.outcome ?? 'unknown', applied.get(marker) ?? 0);
    if (wrong !== undefined) problems.push(`the entry of ${operation} ${marker} ${wrong}`);
    const outcome = known.get(marker);
    if (outcome !== undefined && end?.outcome !== outcome) {
      problems.push(`the writer of ${marker} recorded "${outcome}", the journal "${end?.outcome}"`);
    }
  }
  const recorded = new Set(markers.values());
  if (recorded.size !== after.length) problems.push('two entries are of the same write');
  for (const marker of [...applied.keys(), ...known.keys()]) {
    if (!recorded.has(marker)) problems.push(`${marker} is not in the journal`);
  }
  const found = new Set(writes.map(({ id }) => id));
  if (found.size !== writes.length) problems.push('both recoveries had the same write');
  for (const { id } of open) if (!found.has(id)) problems.push(`${id} was not recovered`);
  const verdicts: Record<string, number> = {};
  for (const { operation, outcome, source } of writes) {
    const name = `${operation} by ${source.by}: ${outcome}`;
    verdicts[name] = (verdicts[name] ?? 0) + 1;
  }
  return {
    entries: after.length,
    /** Entries that were open when their writer was killed. */
    open: open.length,
    /** Number of outcomes of the open ones, by source. */
    verdicts,
    contradictions: problems,
  };
}

export const SECRET = 'the secret of the journal whose writers are killed';

/** The number of writers to kill, and the number of those that run at the same time. */
const KILLS = Number(process.env.KILLS ?? 24);
const LANES = 4;
/** A writer is killed at most this many milliseconds after its first writes have ended. */
const WITHIN = 60;

/** Where a run keeps its files. */
interface KillPlace {
  readonly folder: string;
  readonly program: string;
  readonly service: Service;
  readonly database: string;
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
  const { folder, program, service, database } = place;
  const setup: WriterSetup = {
    name,
    database,
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
async function killWriters(place: KillPlace): Promise<Known> {
  const seed = Number(process.env.KILL_SEED ?? Math.trunc(Math.random() * 2 ** 31));
  console.log(`KILL_SEED=${seed}`);
  const random = seeded(seed);
  const delays = Array.from({ length: KILLS }, () => random() * WITHIN);
  let next = 0;
  const lane = async () => {
    for (let turn = next++; turn < delays.length; turn = next++) {
      await killOne(place, `writer-${turn}`, delays[turn] ?? 0);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
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
 * @param open opens the journal, and returns the address of its database
 */
export function testKills(
  open: () => Promise<{ readonly database: string; readonly journal: Journal }>,
): void {
  test(`recovery finds the outcome of every write of ${KILLS} killed processes`, {
    timeout: 300_000,
  }, async () => {
    const folder = mkdtempSync(join(folders, 'killed-'));
    const service = await startService();
    const { database, journal } = await open();
    try {
      const program = await bundleWriter(folder);
      const known = await killWriters({ folder, program, service, database });
      const { contradictions, entries, open, verdicts } = await account(service, journal, known);
      console.log(`${KILLS} kills, ${entries} writes, ${open} open:`, verdicts);
      expect(contradictions.join('\n')).toBe('');
      // Writes of every kind were open, and the writers were killed under load.
      expect(open).toBeGreaterThan(KILLS / 2);
      // The only list of these writes shows no times, so that it determines nothing.
      for (const by of ['key: applied', 'read: applied']) {
        expect(Object.keys(verdicts).some((name) => name.endsWith(by))).toBe(true);
      }
    } finally {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
