import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { repository } from '../../../docs/.vitepress/release.ts';
import type { Recordings } from '../../../e2e/support/flow-recordings.ts';
import { table } from '../../generate/page.ts';
import { eventCoverage, type OperationCoverage, operationCoverage } from './coverage.ts';

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
    `What covers each of the ${operations.length} operations and ${events.length} types of event. The columns:`,
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
    description: 'The tests and examples of each operation and each type of event.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}
