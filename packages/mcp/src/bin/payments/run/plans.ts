import { createHmac, timingSafeEqual } from 'node:crypto';
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

/** What only who has the journal's secret can write under a plan. */
function sealOf(plan: Plan, secret: string): Buffer {
  return createHmac('sha256', secret)
    .update(`approved run\n${JSON.stringify(plan)}`)
    .digest();
}

async function readPlan(path: string, secret: string | undefined): Promise<Plan> {
  const text = (await readInput(path)).toString();
  let plan: Plan;
  let seal: unknown;
  try {
    ({ plan, seal } = JSON.parse(text));
    if (!Array.isArray(plan?.payments)) throw new TypeError('it has no payments');
  } catch (cause) {
    const advice = 'it keeps what was approved; restore it, or take it away and approve again';
    throw new ArgumentError(`${path} cannot be read: it is not whole. ${advice}`, { cause });
  }
  if (secret === undefined) return plan;
  const given = Buffer.from(String(seal), 'base64url');
  const own = sealOf(plan, secret);
  if (given.length === own.length && timingSafeEqual(given, own)) return plan;
  throw new ArgumentError(
    `${path} is not what was approved: it was changed, or PAYMENTS_JOURNAL_SECRET is another one. Nothing was sent. Restore it, or take it away and approve again`,
  );
}

/**
 * What was approved in a state, by the name of the run. Each run has a file beside the state.
 *
 * @param secret that of the journal; without it, for what only shows, the seals are not checked
 * @throws ArgumentError for a file that somebody without the secret has written
 */
export async function readPlans(
  state: string,
  secret?: string,
): Promise<ReadonlyMap<string, Plan>> {
  const folder = dirname(state);
  const names = await readdir(folder).catch(() => []);
  const own = names.filter(
    (name) => name.startsWith(`${basename(state)}.`) && name.endsWith(ENDING),
  );
  const plans = await Promise.all(own.map((name) => readPlan(join(folder, name), secret)));
  return new Map(plans.map((plan) => [plan.run, plan]));
}

/** Replaces what was approved for a run. */
export async function writePlan(state: string, plan: Plan, secret: string): Promise<void> {
  const path = `${state}.${encodeURIComponent(plan.run)}${ENDING}`;
  // Without it nothing is paid: it has to be on the disk, and whole, before the first payment.
  const seal = sealOf(plan, secret).toString('base64url');
  await writeFile(`${path}.part`, JSON.stringify({ plan, seal }), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}
