import { expect, test } from 'vitest';
import { triggerOnly } from '../../src/webhooks/event-types.ts';
import { checkEnd } from '../invariants/check-end.ts';
import { openScene } from '../invariants/scene.ts';
import { kinds } from '../invariants/steps.ts';
import { type Taken, takeStep } from '../invariants/take-step.ts';

type Scenario = readonly (Partial<Taken> & Pick<Taken, 'kind'>)[];

/** Fixed walks in which each kind of step succeeds: refusals alone would prove nothing. */
const scenarios: readonly Scenario[] = [
  [{ kind: 'fund' }, { kind: 'transferIn' }, { kind: 'transferOut' }, { kind: 'exchange' }],
  [{ kind: 'quote' }, { kind: 'execute' }, { kind: 'wait', amount: 10 }],
  [{ kind: 'walletQuote' }, { kind: 'execute' }, { kind: 'umaQuote' }],
  [{ kind: 'fundedQuote' }, { kind: 'payIn' }, { kind: 'wait', amount: 10 }],
  [{ kind: 'receive' }, { kind: 'approve' }],
  [{ kind: 'receive' }, { kind: 'reject' }],
  // The external account that ends in 005 keeps a transfer pending for 30 seconds.
  [{ kind: 'transferOut', pick: 3 }, { kind: 'cancel' }],
  [
    { kind: 'transferOut', pick: 3 },
    { kind: 'wait', amount: 40 },
  ],
  [{ kind: 'quote' }, { kind: 'confirm' }],
  [{ kind: 'use' }, { kind: 'advise', amount: 150 }, { kind: 'clear', amount: 150 }],
  [{ kind: 'use' }, { kind: 'clear' }, { kind: 'giveBack' }, { kind: 'reverse' }],
  [{ kind: 'useAtOnce' }, { kind: 'credit' }],
  [{ kind: 'freeze' }, { kind: 'freeze', amount: 1 }, { kind: 'rebind' }],
  [{ kind: 'strongQuote' }, { kind: 'authorize' }, { kind: 'wait', amount: 10 }],
  // The step makes a quote that waits, and executes it, every third time.
  [{ kind: 'agentQuotes', amount: 40 }, { kind: 'agentExecutes' }],
  [{ kind: 'agentQuotes', amount: 40, pick: 1 }],
  [{ kind: 'mint' }, { kind: 'burn' }, { kind: 'wait', amount: 40 }],
  [
    { kind: 'mint', pick: 16 },
    { kind: 'burn', pick: 16 },
    { kind: 'wait', amount: 40 },
  ],
  [
    { kind: 'mint', pick: 35 },
    { kind: 'burn', pick: 32 },
    { kind: 'wait', amount: 40 },
  ],
  [{ kind: 'agentPays', amount: 60 }, { kind: 'agentApproved' }],
  [{ kind: 'agentPays', amount: 60 }, { kind: 'agentRejected' }],
  [{ kind: 'verify', pick: 4 }],
  [{ kind: 'invite' }, { kind: 'claim' }, { kind: 'invite' }, { kind: 'withdraw', pick: 1 }],
];

test('rule 90: each kind of operation succeeds, and preserves the money', async () => {
  const succeeded = new Set<string>();
  const emitted = new Set<string>();
  for (const scenario of scenarios) {
    const scene = openScene('scenarios');
    let number = 0;
    const take = async (step: Partial<Taken> & Pick<Taken, 'kind'>) => {
      number += 1;
      const full = { amount: 100, pick: 0, ...step };
      const status = await takeStep(scene, full, number);
      expect([step, status]).toEqual([step, expect.toSatisfy((one) => one >= 200 && one < 300)]);
      succeeded.add(step.kind);
    };
    for (const step of scenario) await take(step);
    checkEnd(scene);
    for (const { type } of scene.mock.events) emitted.add(type);
  }
  expect([...succeeded].sort()).toEqual([...kinds].sort());
  expect(Object.keys(triggerOnly).filter((type) => emitted.has(type))).toEqual([]);
});
