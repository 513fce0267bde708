import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { type Recordings, readRecordings } from '../../../e2e/support/flow-recordings.ts';
import { triggerOnly } from '../../../packages/mock/src/webhooks/trigger-only.ts';
import { mockSupport } from '../../../packages/mock/test/support/mock-support.ts';
import { eventGroups } from '../../generate/event-groups.ts';
import { run } from '../../lib/run.ts';

/** The coverage of one operation. An empty text is a gap. */
export interface OperationCoverage {
  readonly name: string;
  readonly origin: string;
  /** The function of the client, such as `payments.cards.update`. */
  readonly method: string;
  /** The source of the mock's response: a declaration, a behaviour in code, or only the example. */
  readonly mock: string;
  /** Whether the contract has an example: its input and its result. */
  readonly example: string;
  /** Types of event that its calls emitted in the flows; `none` if it changes no state. */
  readonly events: string;
  /** The flows that call it with success, through the SDK and over HTTP. */
  readonly flows: string;
}

/** The coverage of one type of event. */
export interface EventCoverage {
  readonly type: string;
  readonly emittedBy: string;
  /** The operations whose calls emitted it in the flows, or how else the mock emits it. */
  readonly emittedInMock: string;
}

/**
 * Runs the flows, and returns what they recorded.
 *
 * @throws Error if a flow fails
 */
export async function recordFlows(): Promise<Recordings> {
  const folder = mkdtempSync(join(tmpdir(), 'flow-recordings-'));
  try {
    const args = ['run', '--config=vitest.workspace.ts', '--project=node', 'e2e/flows'];
    const { ok, output } = await run('vitest', args, { env: { FLOW_RECORDINGS: folder } });
    if (!ok) throw new Error(`The flows fail:\n${output}`);
    return readRecordings(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const connection = { baseUrl: 'https://api.example.com/2025-10-13' };
const clients: Readonly<Record<string, unknown>> = {
  payments: createPaymentsClient({ ...connection, tokenId: 'token', clientSecret: 'secret' }),
  agent: createAgentClient({ ...connection, accessToken: 'token' }),
};

/** The function that calls an operation; empty if no client has one. */
function methodOf(name: string): string {
  const path = name.startsWith('agent.') ? name : `payments.${name}`;
  let found: unknown = clients;
  for (const part of path.split('.'))
    found = (found as Record<string, unknown> | undefined)?.[part];
  return typeof found === 'function' ? path : '';
}

/** Returns the coverage of each operation of the contract. */
export function operationCoverage(flows: Recordings): readonly OperationCoverage[] {
  const support = mockSupport();
  return operations().map(({ name, row }) => {
    const calling = [...flows]
      .map(([flow, calls]) => ({ flow, calls: calls.filter((call) => call.operation === name) }))
      .filter(({ calls }) => calls.length > 0);
    const events = new Set(calling.flatMap(({ calls }) => calls.flatMap((call) => call.events)));
    return {
      name,
      origin: row.origin,
      method: methodOf(name),
      mock: support.get(name) ?? '',
      example: exampleOf(name) === undefined ? '' : 'yes',
      events: calling.length === 0 ? '' : [...events].sort().join(', ') || 'none',
      flows: calling.map(({ flow }) => flow).join(', '),
    };
  });
}

/** Returns the coverage of each type of event. */
export function eventCoverage(flows: Recordings): readonly EventCoverage[] {
  const calls = [...flows.values()].flat();
  return eventGroups().flatMap(({ row }) =>
    row.types.map((type) => {
      const emitting = calls.filter(({ events }) => events.includes(type));
      const names = [...new Set(emitting.map(({ operation }) => operation))].sort();
      const reason = triggerOnly[type];
      const otherwise =
        reason === undefined
          ? 'other calls or the clock; `payments-mock trigger`'
          : `only \`payments-mock trigger\`: ${reason}`;
      const emittedInMock = names.map((name) => `\`${name}\``).join(', ') || otherwise;
      return { type, emittedBy: row.emittedBy, emittedInMock };
    }),
  );
}
