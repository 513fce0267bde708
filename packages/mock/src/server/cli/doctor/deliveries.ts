import { type Finding, finding } from './findings.ts';
import type { Delivery } from './messages.ts';
import type { Probe } from './process.ts';
import type { Trial } from './trials.ts';

interface Receipt {
  /** 0 if the process ended. */
  readonly status: number;
  readonly handled: number | undefined;
}

async function deliver(probe: Probe, delivery: Delivery): Promise<Receipt> {
  const result = await probe.run({ kind: 'deliver', delivery });
  return result?.kind === 'response' ? result : { status: 0, handled: undefined };
}

const isAccepted = ({ status }: Receipt) => (status >= 200 && status < 300) || status === 409;

/** An event as the mock sends it, and one whose bytes a parser does not keep. */
const webhooks: Trial = {
  name: 'webhooks',
  needs: 'webhooks',
  async run({ scene, probe }) {
    const plain = await deliver(probe, await scene.delivery());
    const spaced = await deliver(probe, scene.spaced(await scene.delivery()));
    const findings: Finding[] = [];
    if (!isAccepted(plain)) {
      const problem = `the handler refuses a valid event with ${plain.status}`;
      findings.push(finding('webhooks-that-are-refused', problem));
    } else if (!isAccepted(spaced)) {
      const problem = `the handler refuses a valid event with spaces in its JSON with ${spaced.status}`;
      findings.push(finding('bodies-that-were-parsed', problem));
    }
    return { findings };
  },
};

/** An event that arrives twice at one process, and again at the next one. */
const duplicateDelivery: Trial = {
  name: 'duplicate-delivery',
  needs: 'webhooks',
  async run({ scene, probe, restart }) {
    const delivery = await scene.delivery();
    const receipts = [await deliver(probe, delivery), await deliver(probe, delivery)];
    const first = receipts[0]?.handled;
    const once = receipts[1]?.handled;
    if (first === undefined || once === undefined) {
      return { findings: [], skipped: 'the module exports no function handled' };
    }
    await probe.kill();
    const again = await deliver(await restart(), delivery);
    const runs = once + (again.handled ?? 0);
    if (first === 0) {
      const skipped = 'the handler refuses the event, or handles it later than it responds';
      return { findings: [], skipped };
    }
    if (runs <= 1) return { findings: [] };
    const where = once > 1 ? 'in one process' : 'by the process and the next one';
    const problem = `an event that arrived 3 times was handled ${runs} times, ${where}`;
    return { findings: [finding('events-that-are-handled-twice', problem)] };
  },
};

/** An event from a mock whose clock a test has moved. */
const movedClock: Trial = {
  name: 'webhook-time-travel',
  needs: 'webhooks',
  async run({ scene, probe }) {
    const before = await deliver(probe, await scene.delivery());
    await scene.advance(30 * 24 * 60 * 60_000);
    const after = await deliver(probe, await scene.delivery());
    if (!isAccepted(before)) return { findings: [], skipped: 'the handler refuses every event' };
    if (isAccepted(after)) return { findings: [] };
    const problem = `after a test moved the clock of the mock by 30 days, the handler refuses a valid event with ${after.status}`;
    return { findings: [finding('a-clock-that-is-not-followed', problem)] };
  },
};

/** Trials of a handler of webhooks. */
export const deliveryTrials = { webhooks, duplicateDelivery, movedClock } as const;
