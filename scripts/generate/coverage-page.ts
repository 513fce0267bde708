import { eventCoverage, type OperationCoverage, operationCoverage } from './coverage.ts';
import { generatedFrom, type Page, table } from './page.ts';

function code(text: string): string {
  return text === '' || text === 'none' ? text : text.replaceAll(/[\w.]+/g, '`$&`');
}

function cellsOf(each: OperationCoverage): string[] {
  const flows = each.flows
    .split(', ')
    .filter((flow) => flow !== '')
    .map((flow) => `[${flow}](../e2e/flows/${flow}.test.ts)`)
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

/** The cells of the page that are empty, as `<operation or event>: <column>`. */
export function gaps(): string[] {
  const rows = [
    ...operationCoverage().map(({ name, ...cells }) => ({ name, cells })),
    ...eventCoverage().map(({ type, ...cells }) => ({ name: type, cells })),
  ];
  return rows.flatMap(({ name, cells }) =>
    Object.entries(cells).flatMap(([column, cell]) => (cell === '' ? [`${name}: ${column}`] : [])),
  );
}

/**
 * `docs/coverage.md`: the tests and examples of each operation and each type of event.
 *
 * @throws Error that names each empty cell
 */
export function coveragePage(): Page {
  const open = gaps();
  if (open.length > 0) throw new Error(`docs/coverage.md has gaps:\n${open.join('\n')}`);
  const operations = operationCoverage();
  const events = eventCoverage();
  const parts = [
    '# Coverage',
    generatedFrom('the contract, the mock and the recorded flows'),
    `What covers each of the ${operations.length} operations and ${events.length} types of event. An empty cell fails the build. The columns:`,
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
  return { path: 'docs/coverage.md', text: `${parts.join('\n\n')}\n` };
}
