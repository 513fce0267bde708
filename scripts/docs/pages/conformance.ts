import { operations } from '@org/payments-contract';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { decisions } from '../../../packages/contract/src/decisions/index.ts';
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

/**
 * The conformance of each operation, and every decision.
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
    decided.map((number) => `[${number}](#decision-${number})`).join(', ') || 'none',
  ]);
  const listed = decisions.map(({ operations: concerned, decision, reason }, index) => {
    const names =
      concerned === 'all' ? 'all operations' : concerned.map((name) => `\`${name}\``).join(', ');
    return `### Decision ${index + 1}\n\n${decision} ${reason} (${names})`;
  });
  const parts = [
    '# Conformance',
    `Each of the ${all.length} operations with the revision that it follows. The example of each one was replayed: the client sent it, the mock accepted the request, and the response was compared with the contract, with no field and no value beyond it.`,
    [
      '- **Source**: the part of the specification or the revision of the public reference.',
      '- **Request**: the status with which the first request was accepted; 202 for a signed retry.',
      '- **Response**: the status of the result.',
      '- **Decisions**: where the sources differ or leave something open.',
    ].join('\n'),
    table(['Operation', 'Source', 'Request', 'Response', 'Decisions'], rows),
    '## Decisions',
    ...listed,
  ];
  return {
    slug: 'conformance',
    title: 'Conformance',
    description:
      'The revision that each operation follows, and the decisions where sources differ.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}
