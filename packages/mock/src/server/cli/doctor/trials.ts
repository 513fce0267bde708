import { readdirSync, readlinkSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FaultEffect } from '../../../faults/fault.ts';
import { type Finding, finding, judge, type Observation } from './findings.ts';
import type { Outcome, Task, WriteName } from './messages.ts';
import type { Probe } from './process.ts';
import type { Scene } from './scene.ts';

/** File systems that keep nothing, or that a lock of SQLite does not cover, by their magic number. */
const unsuitable = new Map([
  [0x01021994, 'tmpfs, memory that a restart empties'],
  [0x858458f6, 'ramfs, memory that a restart empties'],
  [0x6969, 'NFS, where the locks of SQLite do not hold'],
  [0xff534d42, 'a network share (CIFS), where the locks of SQLite do not hold'],
  [0xfe534d42, 'a network share (SMB), where the locks of SQLite do not hold'],
]);

/** A file in an unsuitable place. */
interface VolatileFile {
  readonly path: string;
  readonly type: string;
}

/**
 * The SQLite files that a process has open on a file system that is not a local disk. Only Linux
 * shows the open files of a process; elsewhere the list is empty.
 *
 * @param ownFolder the doctor's own folder, whose place the setup did not choose
 */
function volatileFiles(pid: number | undefined, ownFolder: string): readonly VolatileFile[] {
  if (process.platform !== 'linux' || pid === undefined) return [];
  const folder = `/proc/${pid}/fd`;
  const paths = readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      // The process has closed the file meanwhile.
      return [];
    }
  });
  const databases = paths.filter((path) => path.endsWith('-wal') && !path.startsWith(ownFolder));
  return databases.flatMap((path) => {
    const type = unsuitable.get(statfsSync(dirname(path)).type);
    return type === undefined ? [] : [{ path: path.slice(0, -'-wal'.length), type }];
  });
}

/** The mock and the processes of one trial. */
export interface Stage {
  readonly scene: Scene;
  /** The process that has loaded the setup. */
  readonly probe: Probe;
  /** Starts another process with the same setup. */
  restart(): Promise<Probe>;
}

/** What a trial has shown. */
export interface Evidence {
  readonly findings: readonly Finding[];
  /** Why there was nothing to judge. */
  readonly skipped?: string;
}

/** A disturbance, and how to find out what a setup makes of it. */
export interface Trial {
  readonly name: string;
  /** The export of a module without which there is nothing to try. */
  readonly needs: 'payments' | 'webhooks';
  run(stage: Stage): Promise<Evidence>;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Real milliseconds by which a slow body is late. */
const SLOW = 1_000;

const taskOf = ({ input }: Scene, write: WriteName): Task =>
  write === 'customers.create' ? { kind: 'create-customer' } : { kind: 'pay', input };

/** Makes calls of one write, one after another; a fault strikes the first request. */
async function call(
  { scene, probe }: Stage,
  write: WriteName,
  {
    effect,
    calls = 1,
  }: { readonly effect?: FaultEffect | undefined; readonly calls?: number } = {},
): Promise<Observation> {
  const before = scene.applied(write);
  scene.takeRequests();
  if (effect !== undefined) scene.mock.faults.add({ effect });
  const outcomes: (Outcome | undefined)[] = [];
  let error: string | undefined;
  for (let made = 0; made < calls; made += 1) {
    const result = await probe.run(taskOf(scene, write));
    outcomes.push(result?.kind === 'outcome' ? result.outcome : undefined);
    if (result?.kind === 'outcome') error = result.error ?? error;
  }
  // What is still on its way arrives now.
  if (effect?.kind === 'late-apply') await scene.advance(2 * effect.milliseconds);
  scene.mock.faults.clear();
  const applied = scene.applied(write) - before;
  return { write, outcomes, error, applied, requests: scene.takeRequests() };
}

/** A trial in which one fault strikes a payment, and then a write without a key. */
function faultTrial(name: string, effect: FaultEffect): Trial {
  return {
    name,
    needs: 'payments',
    async run(stage) {
      const payment = judge(await call(stage, 'transfers.createOut', { effect }));
      const customer = judge(await call(stage, 'customers.create', { effect }));
      return { findings: [payment, customer].filter((found) => found !== undefined) };
    },
  };
}

/** Without a fault: two equal payments are two, and everything is reported as done. */
const undisturbed: Trial = {
  name: 'no-fault',
  needs: 'payments',
  async run(stage) {
    const seen = [
      await call(stage, 'transfers.createOut', { calls: 2 }),
      await call(stage, 'customers.create'),
    ];
    const findings = seen.map((one) => {
      const isDone = one.outcomes.every((outcome) => outcome === 'applied');
      const problem = `${one.write} is not reported as done without a fault (${one.error})`;
      return judge(one) ?? (isDone ? undefined : finding('wrong-reports', problem));
    });
    return { findings: findings.filter((found) => found !== undefined) };
  },
};

const timeTravel: Trial = {
  name: 'time-travel',
  needs: 'payments',
  async run(stage) {
    await stage.scene.advance(30 * DAY);
    const found = judge(await call(stage, 'transfers.createOut'));
    return { findings: found === undefined ? [] : [found] };
  },
};

/** Ends the process once a write is applied, before its response has arrived. */
async function crashDuring({ scene, probe }: Stage, write: WriteName): Promise<void> {
  const before = scene.applied(write);
  scene.mock.faults.add({ effect: { kind: 'delay-body', milliseconds: 10 * MINUTE } });
  let isEnded = false;
  const ended = probe.run(taskOf(scene, write)).then(() => {
    isEnded = true;
  });
  while (scene.applied(write) === before && !isEnded) {
    await Promise.race([scene.changed(), ended]);
  }
  await probe.kill();
  scene.mock.faults.clear();
}

/** Crashes during a write without a key; the next process recovers from its journal. */
const crash: Trial = {
  name: 'crash',
  needs: 'payments',
  async run(stage) {
    const write = 'customers.create';
    const { scene } = stage;
    const before = scene.applied(write);
    await crashDuring(stage, write);
    const applied = scene.applied(write) - before;
    const next = await stage.restart();
    const recovery = await next.run({ kind: 'recover' });
    if (recovery?.kind !== 'recovery') {
      const problem = 'recover() ended the process after a crash';
      return { findings: [finding('journals-that-forget', problem)] };
    }
    if (recovery.error !== undefined) {
      const problem = `recover() rejects after a crash (${recovery.error})`;
      return { findings: [finding('journals-that-forget', problem)] };
    }
    const { writes } = recovery;
    if (writes === undefined) return { findings: [], skipped: 'the client has no journal' };
    const findings = volatileFiles(next.pid, scene.folder).map(({ path, type }) =>
      finding('files-without-a-local-disk', `${path} is on ${type}`),
    );
    const found = writes.find(({ operation }) => operation === write);
    if (found === undefined) {
      const problem = `${write} was applied ${applied === 1 ? 'once' : `${applied} times`} before a crash, and recover() does not list it`;
      findings.push(finding('journals-that-forget', problem));
    } else if (found.outcome === 'not-applied' && applied > 0) {
      const problem = `${write} was applied before a crash, and recover() reports it as not applied`;
      findings.push(finding('wrong-reports', problem));
    }
    return { findings };
  },
};

/** Searches the lines that the client logs for secrets, and for the fields that identify a call. */
const log: Trial = {
  name: 'log',
  needs: 'payments',
  async run(stage) {
    const { scene, probe } = stage;
    const requestId = `Request:doctor-${scene.folder.slice(-6)}`;
    const headers = { 'request-id': requestId };
    await call(stage, 'transfers.createOut', { effect: { kind: 'lose-reply' } });
    await call(stage, 'customers.create', { effect: { kind: 'answer', status: 400, headers } });
    await probe.end();
    const { output } = probe;
    const findings: Finding[] = [];
    if (scene.secrets.some((secret) => output.includes(secret))) {
      const problem = 'the output contains the client secret or the Authorization header';
      findings.push(finding('logs-with-secrets', problem));
    }
    const isLogged = output.includes('payments: customers.create call.end');
    if (isLogged && !output.includes(requestId)) {
      const problem = 'the line of a failed call lacks its fields (operation, call, requestId)';
      findings.push(finding('logs-without-fields', problem));
    }
    if (isLogged || findings.length > 0) return { findings };
    return { findings, skipped: 'the client prints no lines' };
  },
};

/** Trials of a client that is exported, or made of tools. */
export const clientTrials = {
  undisturbed,
  lostReply: faultTrial('lost-reply', { kind: 'lose-reply' }),
  lateReply: faultTrial('late-reply', { kind: 'late-apply', milliseconds: MINUTE }),
  reset: faultTrial('reset', { kind: 'reset-connection' }),
  slowBody: faultTrial('slow-body', { kind: 'delay-body', milliseconds: SLOW }),
  timeTravel,
  crash,
  log,
} as const;
