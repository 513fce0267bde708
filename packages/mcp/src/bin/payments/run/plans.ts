import { createHmac, timingSafeEqual } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ArgumentError } from '@org/payments-contract/internal';
import { replaceFile, unusable } from '../input-file.ts';
import type { Payment } from './check/payments.ts';

export interface ApprovedPayment {
  readonly line: number;
  readonly payment: Payment;
  /** The most that may leave the account for it, in its smallest unit. */
  readonly most: number;
  /** Percent over its estimate that `most` allows. */
  readonly margin: number;
  /** What the row is about, so that a change of it is noticed. */
  readonly fingerprint: string;
}

/** What a person approved: a whole file, and where its money comes from. */
export interface Plan {
  readonly run: string;
  /** Of the file, of how it is read, of the accounts that pay and of the run. */
  readonly digest: string;
  /** Who approved it: the user of the system, by typing or by the digest of a script. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** When the state of the run was created, ISO 8601: with another state, what is paid would be paid again. */
  readonly startedAt: string | undefined;
  readonly payments: readonly ApprovedPayment[];
  /** Rows of earlier versions of the file that the run has, and that are not in it any more. */
  readonly earlier: readonly ApprovedPayment[];
  /** Whether it is not approved yet: what became of those rows is looked at once more. */
  readonly isOpen?: boolean;
}

/** Every row that was ever approved for a run, as far as the run has it. */
export const allApproved = (plan: Plan) => [...plan.payments, ...plan.earlier];

interface KeptPlan {
  readonly plan: Plan;
  readonly seal: string;
  /** Where it is, for a person. */
  readonly place: string;
}

/** Keeps what was approved, by the name of the run. */
export interface PlanStore {
  all(): Promise<readonly KeptPlan[]>;
  /** Differs once the plan of a run is another one, or gone. */
  version(run: string): Promise<string | undefined>;
  /** Replaces the plan of a run; returns whether all plans still had the seals that were seen. */
  replace(next: Omit<KeptPlan, 'place'>, seen: readonly string[]): Promise<boolean>;
}

/** Whether nobody has approved anything since some seals were seen. */
export const isUnchanged = (seals: readonly string[], seen: readonly string[]): boolean =>
  String([...seals].sort()) === String([...seen].sort());

/** What only who has the journal's secret can write under a plan. */
const sealOf = (plan: Plan, secret: string) =>
  createHmac('sha256', secret)
    .update(`approved run\n${JSON.stringify(plan)}`)
    .digest('base64url');

/**
 * What was approved in a state, by the name of the run.
 *
 * @param secret that of the journal; without it, for what only shows, the seals are not checked
 * @throws ArgumentError for a plan that somebody without the secret has written
 */
export async function readPlans(
  store: PlanStore,
  secret?: string,
): Promise<ReadonlyMap<string, Plan>> {
  const kept = await store.all();
  for (const { plan, seal, place } of secret === undefined ? [] : kept) {
    const given = Buffer.from(String(seal));
    const own = Buffer.from(sealOf(plan, secret as string));
    if (given.length === own.length && timingSafeEqual(given, own)) continue;
    throw new ArgumentError(
      `${place} is not what was approved: it was changed, or PAYMENTS_JOURNAL_SECRET is another one. Nothing was sent. Restore it: without it, which rows the run "${plan.run}" has paid is not known`,
    );
  }
  return new Map(kept.map(({ plan }) => [plan.run, plan]));
}

/**
 * Replaces what was approved for a run.
 *
 * @param before what was read of all runs
 * @returns what holds now: that of another process, if it approved the same file at the same time; undefined,
 *   and nothing is replaced, if another run was approved in the meantime
 * @throws ArgumentError if somebody else has approved another file for the run in the meantime
 */
export async function writePlan(
  store: PlanStore,
  plan: Plan,
  before: ReadonlyMap<string, Plan>,
  secret: string,
): Promise<Plan | undefined> {
  const next = { plan, seal: sealOf(plan, secret) };
  const seen = [...before.values()].map((one) => sealOf(one, secret));
  if (await store.replace(next, seen)) return plan;
  const other = (await readPlans(store, secret)).get(plan.run);
  const own = before.get(plan.run);
  if (JSON.stringify(other) === JSON.stringify(own)) return undefined;
  if (other?.digest === plan.digest) return other;
  throw new ArgumentError(
    `somebody else has approved the run "${plan.run}" with another content in the meantime. Nothing was sent: repeat the command`,
  );
}

/** What is approved of a run at the moment: somebody may approve another version of its file while it pays. */
export class PresentPlan {
  readonly #store: PlanStore;
  readonly #run: string;
  readonly #secret: string;
  #version: string | undefined;
  #payments: Promise<ReadonlyMap<string, ApprovedPayment>> | undefined;

  constructor(store: PlanStore, run: string, secret: string) {
    this.#store = store;
    this.#run = run;
    this.#secret = secret;
  }

  /** @throws ArgumentError if what was approved is not there any more, or somebody has changed it */
  async payment(id: string): Promise<ApprovedPayment | undefined> {
    const version = await this.#store.version(this.#run);
    // Read once for all rows that are paid at the same time: it may be long.
    if (this.#payments === undefined || version !== this.#version) {
      this.#version = version;
      this.#payments = this.#read();
    }
    return (await this.#payments).get(id);
  }

  async #read(): Promise<ReadonlyMap<string, ApprovedPayment>> {
    const plan = (await readPlans(this.#store, this.#secret)).get(this.#run);
    if (plan !== undefined) return new Map(plan.payments.map((one) => [one.payment.id, one]));
    throw new ArgumentError(
      `what was approved of the run "${this.#run}" is not there any more: restore it, and repeat the command`,
    );
  }
}

const ENDING = '.plan.json';

function readPlan(path: string): KeptPlan {
  try {
    const { plan, seal } = JSON.parse(readFileSync(path, 'utf8'));
    if (!Array.isArray(plan?.payments)) throw new TypeError('it has no payments');
    return { plan, seal, place: path };
  } catch (cause) {
    if (Object(cause).code !== undefined) throw unusable(`${path} cannot be read`, cause);
    const advice = 'restore it: without it, which rows its run has paid is not known';
    throw new ArgumentError(`${path} cannot be read: it is not whole. ${advice}`, { cause });
  }
}

/** Keeps each plan in a file beside the state. */
export function planFiles(state: string): PlanStore {
  const folder = dirname(state);
  const names = () => {
    try {
      return readdirSync(folder);
    } catch (cause) {
      throw unusable(`${folder} cannot be read`, cause);
    }
  };
  const isOwn = (name: string) => name.startsWith(`${basename(state)}.`) && name.endsWith(ENDING);
  const all = () =>
    names()
      .filter(isOwn)
      .map((name) => readPlan(join(folder, name)));
  const pathOf = (run: string) => `${state}.${encodeURIComponent(run)}${ENDING}`;
  return {
    all: async () => all(),
    async version(run) {
      // Each one is a file of its own, which took the place of the one before.
      const facts = statSync(pathOf(run), { throwIfNoEntry: false });
      return facts && `${facts.ino} ${facts.mtimeMs} ${facts.size}`;
    },
    async replace(next, seen) {
      const path = pathOf(next.plan.run);
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      // The lock of the state: between the two steps nobody else on this machine replaces a plan.
      const lock = new DatabaseSync(state, { timeout: 10_000 });
      try {
        lock.exec('BEGIN IMMEDIATE');
        const seals = all().map(({ seal }) => seal);
        if (!isUnchanged(seals, seen)) return false;
        // Without it nothing is paid: it has to be on the disk, and whole, before the first payment.
        replaceFile(path, JSON.stringify(next));
        return true;
      } finally {
        lock.close();
      }
    },
  };
}
