import { operations } from '@org/payments-contract';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { areas, compared, type Decision, decisions } from '../../follow/decisions.ts';
import { table } from '../../generate/page.ts';
import { rowSources } from '../../generate/row-comments.ts';
import { type ExampleRun, runExample } from '../examples/run-example.ts';
import { operationPath } from './slug.ts';

/** What replaying the example of an operation showed. An empty text is a failure. */
export interface Conformance {
  readonly name: string;
  /** The revision that the row follows. */
  readonly source: string;
  /** The status with which the mock accepted the first request of the operation. */
  readonly request: string;
  /** The status of the response, which has no field and no value that the row lacks. */
  readonly response: string;
  /** Numbers of the decisions on the operation. */
  readonly decided: readonly number[];
}

/** Reads what a replayed example shows of its operation. */
function conformanceOf(name: string, source: string, { requests }: ExampleRun): Conformance {
  const own = requests.filter(({ operation }) => operation === name);
  const [first, last] = [own[0], own.at(-1)];
  const isDone = last !== undefined && last.status !== undefined && last.status < 300;
  const decided = decisions.flatMap((decision, index) =>
    decision.operations !== 'all' && decision.operations.includes(name) ? [index + 1] : [],
  );
  return {
    name,
    source,
    request: first?.status !== undefined && first.status < 300 ? String(first.status) : '',
    response: isDone ? String(last.status) : '',
    decided,
  };
}

/** Replays the example of every operation against a mock that checks each response. */
export async function conformance(): Promise<readonly Conformance[]> {
  const sources = rowSources();
  const all: Conformance[] = [];
  for (const { name } of operations()) {
    all.push(conformanceOf(name, sources.get(name) ?? '', await runExample(name)));
  }
  return all;
}

function decisionCells(decision: Decision): string[] {
  const { operations: concerned, decision: text, reason } = decision;
  const number = decisions.indexOf(decision) + 1;
  const names = concerned === 'all' ? 'all' : concerned.map((name) => `\`${name}\``).join(', ');
  return [`<a id="decision-${number}"></a>${number}`, text, reason, names];
}

/** Every decision with its reason, by area. */
export function decisionsPage(): GeneratedPage {
  const listed = Object.entries(areas).flatMap(([title, found]) => [
    `## ${title}`,
    table(['No.', 'Decision', 'Reason', 'Operations'], found.map(decisionCells)),
  ]);
  const parts = [
    '# Decisions',
    'How the contract reads each point on which the specification and the public reference differ or are silent. The specification comes first. `npm run follow` compares a new revision of the reference with the contract, and reports every difference that no decision names.',
    ...listed,
  ];
  return {
    slug: 'decisions',
    title: 'Decisions',
    description: 'How the contract reads what its sources leave open, with the reasons.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}

/**
 * The conformance of each operation.
 *
 * @throws Error naming each cell that is empty
 */
export function conformancePage(all: readonly Conformance[]): GeneratedPage {
  const gaps = all.flatMap(({ name, ...cells }) =>
    Object.entries(cells).flatMap(([column, cell]) => (cell === '' ? [`${name}: ${column}`] : [])),
  );
  if (gaps.length > 0) throw new Error(`These do not conform:\n${gaps.join('\n')}`);
  const rows = all.map(({ name, source, request, response, decided }) => [
    `[\`${name}\`](${operationPath(name)})`,
    source,
    request,
    response,
    decided.map((number) => `[${number}](/reference/decisions#decision-${number})`).join(', ') ||
      'none',
  ]);
  const parts = [
    '# Conformance',
    `Each of the ${all.length} operations with the revision that it follows. The example of each one was replayed: the client sent it, the mock accepted the request, and the response was compared with the contract, with no field and no value beyond it.`,
    [
      `- **Source**: the part of the specification, or the revision of the public reference; without a date the newest that was compared, of ${compared}.`,
      '- **Request**: the status with which the first request was accepted; 202 for a signed retry.',
      '- **Response**: the status of the result.',
      '- **Decisions**: where the sources [differ or leave something open](/reference/decisions).',
    ].join('\n'),
    table(['Operation', 'Source', 'Request', 'Response', 'Decisions'], rows),
  ];
  return {
    slug: 'conformance',
    title: 'Conformance',
    description: 'The revision that each operation follows, and the replay of its example.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}
