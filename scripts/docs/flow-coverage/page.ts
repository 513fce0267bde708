import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { repository } from '../../../docs/.vitepress/release.ts';
import { table } from '../../generate/page.ts';
import {
  type EventCoverage,
  eventCoverage,
  type OperationCoverage,
  operationCoverage,
} from './coverage.ts';

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
    `\`${each.name}\``,
    each.origin,
    code(each.method),
    each.mock,
    each.example,
    code(each.events),
    flows,
  ];
}

/** What is missing if a cell is empty, by the name of its column. */
const missing: Readonly<Record<string, string>> = {
  method: 'is not a function of a client',
  mock: 'has no response in the mock',
  example: 'has no example in the contract',
  flows:
    'is called in no flow: call it in a test in e2e/flows, then run RECORD_FLOWS=1 npm run test:node -- e2e/flows',
};

/** What is missing if cells of the page are empty, by operation or event. */
export function gapsIn(
  operations: readonly OperationCoverage[],
  events: readonly EventCoverage[],
): string[] {
  const rows = [
    // The events of an operation come from its flows, so that one gap has one message.
    ...operations.map(({ name, events: _events, ...cells }) => ({ name, cells })),
    ...events.map(({ type, ...cells }) => ({ name: type, cells })),
  ];
  return rows.flatMap(({ name, cells }) =>
    Object.entries(cells).flatMap(([column, cell]) =>
      cell === '' ? [`${name} ${missing[column] ?? `has no ${column}`}`] : [],
    ),
  );
}

/** The tests and examples of each operation and each type of event. */
export function coveragePage(): GeneratedPage {
  const operations = operationCoverage();
  const events = eventCoverage();
  const parts = [
    '# Coverage',
    `What covers each of the ${operations.length} operations and ${events.length} types of event. An empty cell fails the tests. The columns:`,
    [
      '- **Origin**: how much of the shape the specification defines: all of it (`specified`), only',
      '  the name (`named`), or nothing (`reference`).',
      '- **SDK method**: the function of the client.',
      "- **Mock**: what responds: a resource's declaration (`declared`), code of its own (`behaviour`),",
      "  or only the contract's example (`example`).",
      '- **Example**: whether the contract has an example of its input and its result.',
      '- **Events**: the types of event that its calls emitted in the flows; `none` where a call',
      '  changes no state that is announced. What happens later, by the clock, is not shown.',
      '- **Flows**: the tests that call it with success, through the SDK and over HTTP, as recorded.',
    ].join('\n'),
    table(
      ['Operation', 'Origin', 'SDK method', 'Mock', 'Example', 'Events', 'Flows'],
      operations.map(cellsOf),
    ),
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
    description: 'What covers each operation and each type of event.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}
