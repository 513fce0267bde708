import { operations } from '@org/payments-contract';
import { openChoices } from '../../../packages/mock/src/options/choices.ts';
import { required } from '../../../packages/wallet/src/platform/required.ts';
import { supported } from '../../../packages/wallet/test/app/browser-floor.ts';
import { areas, compared, concerns, type Obligation, obligations } from '../../follow/register.ts';
import { matrix } from '../../lib/consumer-matrix.ts';
import { builtDeclarations, declaredType } from '../facts/declared-types.ts';
import { FieldReader } from '../facts/field-rows.ts';
import { fixtures } from '../facts/fixtures.ts';
import { rowComment } from '../facts/row-comments.ts';
import { errorLists } from './errors.ts';
import { eventList } from './events.ts';
import { fieldTable } from './field-table.ts';
import { blocks, operationLink, prose, table } from './markdown.ts';
import { operationList } from './operations.ts';

/** The environments of the consumer tests. */
function runtimes(): string {
  const rows = matrix.map(({ name, version, checks }) => [name, version, checks]);
  return table(['With', 'Version', 'What is run'], rows);
}

/** What the wallet requires of a browser, and since which version each has it. */
export function browserTable(): string {
  const all = supported.map(({ oldest }) => `**${oldest}**`);
  const rows = required.map((path, row) => [
    `\`${path}\``,
    ...supported.map(({ versions }) => `${versions[row]}`),
  ]);
  const heads = ['From', ...supported.map(({ name }) => name)];
  return table(heads, [['**all of it**', ...all], ...rows]);
}

/** Every option of `createMock`. */
function mockOptions(): string {
  const { checker } = builtDeclarations();
  const rows = new FieldReader(checker).rows(declaredType('@org/payments-mock', 'MockOptions'));
  return fieldTable(rows.filter(({ path }) => !/[.[]/.test(path)));
}

/** The points that the specification leaves open, each an option of the mock. */
function mockChoices(): string {
  const rows = Object.entries(openChoices).map(([option, choice]) => {
    const { rule, question, values = [], ...others } = choice as Readonly<Record<string, unknown>>;
    const texts = [others.default, ...(values as unknown[]).slice(1)].map(
      (value) => `\`${String(value).replaceAll(',', ', ')}\``,
    );
    return [`\`${option}\``, String(question), texts.join(', '), String(rule ?? '')];
  });
  return table(['Option', 'Question', 'Values, the default first', 'Rule'], rows);
}

/** The fields of every fixture of the mock. */
function mockFixtures(): string {
  const sections = fixtures().flatMap(({ name, comment, fields }) => [
    `## mock.add.${name}`,
    prose(comment),
    `::: details ${fields.length} fields\n\n${fieldTable(fields)}\n\n:::`,
  ]);
  return blocks(...sections);
}

/** The rows of a table beyond which it is folded. */
const LONG = 15;

/** The obligations of a kind, by area. */
function obligationTable(isMeant: (each: Obligation) => boolean, last: string): string {
  const sections = Object.entries(areas).flatMap(([title, list]) => {
    const rows = list.filter(isMeant).map((each) => {
      const { id, says, where, from, reason } = each;
      const names = where.map((name) => (name === '*' ? 'all' : `\`${name}\``)).join(', ');
      return [`<a id="obligation-${id}"></a>${id}`, says, reason ?? from, names];
    });
    // Other pages lead to single decisions, which therefore stay open.
    const isFolded = last !== 'Reason' && rows.length > LONG;
    const shown = table(['No.', 'Says', last, 'Operations'], rows);
    const whole = isFolded ? `::: details ${rows.length} of them\n\n${shown}\n\n:::` : shown;
    return rows.length === 0 ? [] : [`## ${title}`, whole];
  });
  return blocks(...sections);
}

/** The revision that each operation follows, and the decisions on it. */
function conformance(): string {
  const rows = operations().map(({ name }) => {
    const links = obligations
      .filter((each) => each.reason !== undefined && concerns(each, name))
      .map(({ id }) => `[${id}](/reference/decisions#obligation-${id})`);
    return [operationLink(name), rowComment(name).source, links.join(', ') || 'none'];
  });
  return blocks(
    `The newest revision of the public reference that was compared is that of ${compared}.`,
    table(['Operation', 'Source', 'Decisions'], rows),
  );
}

/** The tables that written pages include, by the name of their file. */
export function includedTables(): Readonly<Record<string, string>> {
  return {
    operations: operationList(),
    events: eventList(),
    ...Object.fromEntries(errorLists()),
    runtimes: runtimes(),
    browsers: browserTable(),
    'mock-options': mockOptions(),
    'mock-choices': mockChoices(),
    'mock-fixtures': mockFixtures(),
    decisions: obligationTable(({ reason }) => reason !== undefined, 'Reason'),
    obligations: obligationTable(({ reason }) => reason === undefined, 'Said in'),
    conformance: conformance(),
  };
}
