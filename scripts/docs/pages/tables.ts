import { operations } from '@org/payments-contract';
import { openChoices } from '../../../packages/mock/src/options/choices.ts';
import { compared, areas as decidedAreas, decisions } from '../../follow/decisions.ts';
import { matrix } from '../../lib/consumer-matrix.ts';
import { builtDeclarations, declaredType } from '../facts/declared-types.ts';
import { FieldReader } from '../facts/field-rows.ts';
import { fixtures } from '../facts/fixtures.ts';
import { rowComment } from '../facts/row-comments.ts';
import { errorLists } from './errors.ts';
import { eventList } from './events.ts';
import { fieldTable } from './field-table.ts';
import { operationLink } from './links.ts';
import { blocks, prose, table } from './markdown.ts';
import { operationList } from './operations.ts';

/** The environments of the consumer tests. */
function runtimes(): string {
  const rows = matrix.map(({ name, version, checks }) => [name, version, checks]);
  return table(['With', 'Version', 'What is run'], rows);
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

/** Every decision with its reason, by area. */
function decided(): string {
  const sections = Object.entries(decidedAreas).flatMap(([title, found]) => {
    const rows = found.map((decision) => {
      const { operations: concerned, decision: text, reason } = decision;
      const number = decisions.indexOf(decision) + 1;
      const names = concerned === 'all' ? 'all' : concerned.map((name) => `\`${name}\``).join(', ');
      return [`<a id="decision-${number}"></a>${number}`, text, reason, names];
    });
    return [`## ${title}`, table(['No.', 'Decision', 'Reason', 'Operations'], rows)];
  });
  return blocks(...sections);
}

/** The revision that each operation follows, and the decisions on it. */
function conformance(): string {
  const rows = operations().map(({ name }) => {
    const numbers = decisions.flatMap(({ operations: concerned }, index) =>
      concerned !== 'all' && concerned.includes(name) ? [index + 1] : [],
    );
    const links = numbers.map((number) => `[${number}](/reference/decisions#decision-${number})`);
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
    'mock-options': mockOptions(),
    'mock-choices': mockChoices(),
    'mock-fixtures': mockFixtures(),
    decisions: decided(),
    conformance: conformance(),
  };
}
