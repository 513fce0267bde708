import type { OpenRecord } from '@org/payments-sdk';
import { stepKey } from '@org/payments-sdk/run';
import type { Environment } from '../../mcp/make-mcp.ts';
import { openPlace } from './place.ts';
import { allApproved, type Plan, readPlans } from './plans.ts';

/** How often a step is sent with a new key before its row is not found any more. */
const ATTEMPTS = 5;

async function plansOf(state: string): Promise<readonly Plan[]> {
  const place = await openPlace(state);
  return readPlans(place.plans)
    .then((plans) => [...plans.values()])
    .finally(place.close);
}

/** Says of each recorded change that is a step of a run, by its key, which row of which run it is. */
export async function rowsOfRuns(
  records: readonly OpenRecord[],
  journal: string,
  { PAYMENTS_RUN_STATE: named }: Environment,
): Promise<ReadonlyMap<string | null, string>> {
  const keys = records.map(({ idempotencyKey }) => idempotencyKey);
  const own = keys.filter((key) => /^run-[\w-]{43}$/.test(key ?? ''));
  const found = new Map(own.map((key) => [key, 'a row of a run']));
  const states = new Set([named || 'runs.db', journal.replace(/\.journal$/, '')]);
  // A state that is not there, or cannot be read, only leaves rows without their names.
  const all = own.length > 0 ? [...states].map((state) => plansOf(state).catch(() => [])) : [];
  let left = found.size;
  for (const plan of (await Promise.all(all)).flat()) {
    for (const { payment } of allApproved(plan)) {
      if (left === 0) return found;
      const steps = payment.by === 'transfer' ? ['transfer'] : ['quote', 'execute'];
      for (let at = 0; at < steps.length * ATTEMPTS; at += 1) {
        const step = steps[at % steps.length] ?? '';
        const attempt = 1 + Math.floor(at / steps.length);
        const key = await stepKey({ run: plan.run, item: payment.id, step, attempt });
        if (!found.has(key)) continue;
        found.set(key, `row ${payment.id} of the run "${plan.run}"`);
        left -= 1;
      }
    }
  }
  return found;
}
