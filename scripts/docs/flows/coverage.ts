import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { repository } from '../../../docs/.vitepress/release.ts';
import * as areas from '../../../packages/mock/src/areas/index.ts';
import type { Area } from '../../../packages/mock/src/engine/area.ts';
import { declaredBehaviour } from '../../../packages/mock/src/engine/resource/operations.ts';
import type { Resource } from '../../../packages/mock/src/engine/resource/resource.ts';
import { triggerOnly } from '../../../packages/mock/src/webhooks/event-types.ts';
import { eventGroups } from '../../generate/event-groups.ts';
import { table } from '../../generate/page.ts';
import { type Recordings, readRecordings } from '../../lib/flow-recordings.ts';
import { run } from '../../lib/run.ts';
import { operationPath } from '../pages/slug.ts';

/**
 * How the mock implements an operation: by a resource's declaration, by its own code, or by the
 * contract's example.
 */
type MockSupport = 'declared' | 'behaviour' | 'example';

/** Returns how the mock implements each operation. */
function mockSupport(): ReadonlyMap<string, MockSupport> {
  const all: readonly Area[] = Object.values(areas);
  const resources = all.flatMap((area) => area.resources ?? []) as unknown as readonly Resource[];
  const supportOf = (operation: ReturnType<typeof operations>[number]): MockSupport => {
    if (all.some((area) => area.operations?.[operation.name] !== undefined)) return 'behaviour';
    const isDeclared = resources.some((each) => declaredBehaviour(each, operation) !== undefined);
    return isDeclared ? 'declared' : 'example';
  };
  return new Map(operations().map((operation) => [operation.name, supportOf(operation)]));
}

/** The coverage of one operation. An empty text is a gap. */
interface OperationCoverage {
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
  /** The flows that call it with success. */
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
function eventCoverage(flows: Recordings): readonly EventCoverage[] {
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

function code(text: string): string {
  return text === '' || text === 'none' ? text : text.replaceAll(/[\w.]+/g, '`$&`');
}

function cellsOf(each: OperationCoverage): string[] {
  const flows = each.flows
    .split(', ')
    .filter((flow) => flow !== '')
    .map((flow) => `[${flow}](${repository}/blob/main/e2e/flows/${flow}.test.ts)`)
    .join(', ');
  return [
    `[\`${each.name}\`](${operationPath(each.name)})`,
    each.origin,
    each.mock,
    code(each.events),
    flows,
  ];
}

/**
 * The tests and examples of each operation and each type of event.
 *
 * @throws Error naming each cell of an operation that is empty
 */
export function coveragePage(flows: Recordings): GeneratedPage {
  const operations = operationCoverage(flows);
  const events = eventCoverage(flows);
  const gaps = operations.flatMap(({ name, ...cells }) =>
    Object.entries(cells).flatMap(([column, cell]) => (cell === '' ? [`${name}: ${column}`] : [])),
  );
  if (gaps.length > 0) throw new Error(`Nothing covers\n${gaps.join('\n')}`);
  const parts = [
    '# Coverage',
    `What covers each of the ${operations.length} operations and ${events.length} types of event. Each operation is a function of the client, such as \`payments.cards.get\`, and has an example of its input and its result. The columns:`,
    [
      '- **Origin**: how much of the shape the specification defines: all of it (`specified`), only',
      '  the name (`named`), or nothing (`reference`).',
      "- **Mock**: what responds: a resource's declaration (`declared`) or code of its own (`behaviour`).",
      '- **Events**: the types of event that its calls emitted in the flows; `none` where a call',
      '  changes no state that is announced. What happens later, by the clock, is not shown.',
      '- **Flows**: the tests that call it with success, as recorded.',
    ].join('\n'),
    table(['Operation', 'Origin', 'Mock', 'Events', 'Flows'], operations.map(cellsOf)),
    '## Events',
    'The last column names the operations whose calls emitted the event in the flows.',
    table(
      ['Event', 'Emitted by', 'Emitted in the mock by'],
      events.map(({ type, emittedBy, emittedInMock }) => [`\`${type}\``, emittedBy, emittedInMock]),
    ),
  ];
  return {
    slug: 'coverage',
    title: 'Coverage',
    description: 'The tests and examples of each operation and each type of event.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}
