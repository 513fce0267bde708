import { deliveryTrials } from './deliveries.ts';
import { type Finding, finding } from './findings.ts';
import type { Loaded } from './messages.ts';
import { Probe } from './process.ts';
import { Scene } from './scene.ts';
import type { Setup } from './setups.ts';
import { clientTrials, type Evidence, type Trial } from './trials.ts';

/** One trial of one setup. */
export interface Examination {
  readonly setup: string;
  readonly trial: string;
  /** `unfinished` if it took too long, or was stopped. */
  readonly state: 'right' | 'wrong' | 'skipped' | 'unfinished';
  readonly findings: readonly Finding[];
  /** Why there is nothing to judge. */
  readonly reason?: string;
}

/** How to examine setups. */
export interface ExamineOptions {
  /** Where the setups are loaded from. */
  readonly folder: string;
  /** Names of the trials; all when empty. */
  readonly trials: readonly string[];
  /** Milliseconds for one trial. */
  readonly limit: number;
  /** Ends all trials when it fires. */
  readonly signal: AbortSignal;
}

/** Trials that run at the same time: they mostly wait for processes and retries. */
const AT_ONCE = 4;

const allTrials: readonly Trial[] = [
  ...Object.values(clientTrials),
  ...Object.values(deliveryTrials),
];

/** The names of all trials. */
export const trialNames = allTrials.map(({ name }) => name);

/** The trials of a setup: of a module all, of installed tools those that the tools can change. */
function trialsOf({ tools }: Setup): readonly Trial[] {
  if (tools === undefined) return allTrials;
  const { undisturbed, lostReply, reset, slowBody, log } = clientTrials;
  return tools.logger === undefined ? [undisturbed, lostReply, reset, slowBody] : [log];
}

/** What is known of the setups of this run, so that no process is started for nothing. */
const known = new WeakMap<Setup, Loaded>();

/** Why a setup has nothing that a trial could try. */
function reasonAgainst(trial: Trial, loaded: Loaded | undefined): string | undefined {
  if (loaded?.problem !== undefined) return 'the setup does not start';
  if (loaded === undefined || loaded.exports.includes(trial.needs)) return undefined;
  return `the module does not export ${trial.needs}`;
}

/** Where a trial runs, and what it has started. */
interface Workplace {
  readonly folder: string;
  readonly scene: Scene;
  readonly probes: Probe[];
  /** Whether the trial is over; then it starts nothing more. */
  readonly isEnded: () => boolean;
}

async function perform(
  setup: Setup,
  trial: Trial,
  { folder, scene, probes, isEnded }: Workplace,
): Promise<Evidence> {
  const skipped = reasonAgainst(trial, known.get(setup));
  if (skipped !== undefined) return { findings: [], skipped };
  await scene.open();
  const start = async () => {
    if (isEnded()) throw new Error('The trial is over.');
    const probe = new Probe({ setup, folder, environment: scene.environment });
    probes.push(probe);
    return { probe, loaded: await probe.loaded() };
  };
  const { probe, loaded } = await start();
  known.set(setup, loaded ?? { kind: 'loaded', exports: [], problem: 'it ended' });
  if (loaded === undefined || loaded.problem !== undefined) {
    const why = loaded?.problem ?? `it ended: ${probe.output.trim().slice(-500)}`;
    return { findings: [finding('a-setup-that-does-not-start', why)] };
  }
  const missing = reasonAgainst(trial, loaded);
  if (missing !== undefined) return { findings: [], skipped: missing };
  return trial.run({ scene, probe, restart: async () => (await start()).probe });
}

/** Runs a trial against a mock of its own, and ends everything that it started. */
async function examineOne(
  setup: Setup,
  trial: Trial,
  { folder, limit, signal }: ExamineOptions,
): Promise<Examination> {
  const named = { setup: setup.name, trial: trial.name, findings: [] };
  if (signal.aborted) return { ...named, state: 'unfinished', reason: 'it was stopped' };
  const scene = new Scene();
  const probes: Probe[] = [];
  const ended = Promise.withResolvers<undefined>();
  let isEnded = false;
  const stop = () => ended.resolve(undefined);
  const timer = setTimeout(stop, limit);
  signal.addEventListener('abort', stop);
  try {
    const work = perform(setup, trial, { folder, scene, probes, isEnded: () => isEnded });
    const evidence = await Promise.race([work, ended.promise]);
    if (evidence === undefined) {
      const late = `it had no result within ${Math.ceil(limit / 1000)} seconds`;
      const reason = signal.aborted ? 'it was stopped' : late;
      return { ...named, state: 'unfinished', reason };
    }
    const { findings, skipped } = evidence;
    if (findings.length > 0) return { ...named, state: 'wrong', findings };
    if (skipped === undefined) return { ...named, state: 'right' };
    return { ...named, state: 'skipped', reason: skipped };
  } finally {
    isEnded = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await Promise.all(probes.map((probe) => probe.kill()));
    await scene.close();
  }
}

/** Runs the trials of every setup, each against a mock and in processes of its own. */
export async function examine(
  setups: readonly Setup[],
  options: ExamineOptions,
): Promise<readonly Examination[]> {
  const { trials } = options;
  const all = setups.flatMap((setup) => trialsOf(setup).map((trial) => ({ setup, trial })));
  const entries = all.filter(({ trial: { name } }) => trials.length === 0 || trials.includes(name));
  const results = new Map<(typeof entries)[number], Examination>();
  const queue = entries.values();
  const work = async () => {
    for (const one of queue) {
      results.set(one, await examineOne(one.setup, one.trial, options));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return entries.flatMap((one) => results.get(one) ?? []);
}
