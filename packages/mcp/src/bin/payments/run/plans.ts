import { readdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ArgumentError } from '@org/payments-contract/internal';
import { readInput } from '../input-file.ts';
import type { Payment } from './check/payments.ts';

/** One payment as it was approved. */
export interface ApprovedPayment {
  readonly line: number;
  readonly payment: Payment;
  /** The most that may leave the account for it, in its smallest unit. */
  readonly most: number;
  /** What the row is about: the same for two rows that would pay the same thing twice. */
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
  readonly payments: readonly ApprovedPayment[];
}

const ENDING = '.plan.json';

async function readPlan(path: string): Promise<Plan> {
  const text = (await readInput(path)).toString();
  try {
    return JSON.parse(text);
  } catch (cause) {
    const advice = 'it keeps what was approved; restore it, or take it away and approve again';
    throw new ArgumentError(`${path} cannot be read: it is not whole. ${advice}`, { cause });
  }
}

/** What was approved in a state, by the name of the run. Each run has a file beside the state. */
export async function readPlans(state: string): Promise<ReadonlyMap<string, Plan>> {
  const folder = dirname(state);
  const names = await readdir(folder).catch(() => []);
  const own = names.filter(
    (name) => name.startsWith(`${basename(state)}.`) && name.endsWith(ENDING),
  );
  const plans = await Promise.all(own.map((name) => readPlan(join(folder, name))));
  return new Map(plans.map((plan) => [plan.run, plan]));
}

/** Replaces what was approved for a run. */
export async function writePlan(state: string, plan: Plan): Promise<void> {
  const path = `${state}.${encodeURIComponent(plan.run)}${ENDING}`;
  // Without it nothing is paid: it has to be on the disk, and whole, before the first payment.
  await writeFile(`${path}.part`, JSON.stringify(plan), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}
