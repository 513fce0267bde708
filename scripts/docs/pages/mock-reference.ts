import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type ts from 'typescript';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { fixturesSchema } from '../../../packages/mock/scripts/fixtures-schema.ts';
import { sandboxValuesPage } from '../../../packages/mock/scripts/sandbox-values.ts';
import { openChoices } from '../../../packages/mock/src/options/choices.ts';
import { docText, withoutTags } from '../../build/types/doc-comment.ts';
import { table } from '../../generate/page.ts';
import { root } from '../../lib/workspace.ts';
import { builtDeclarations } from '../declared-types.ts';
import { FieldReader, type FieldRow } from '../field-rows.ts';
import { fieldTable, prose } from './field-table.ts';

function choiceText([option, choice]: readonly [string, object]): string[] {
  const { rule, question, values, ...others } = choice as Readonly<Record<string, unknown>>;
  const texts = [others.default, ...((values ?? []) as unknown[]).slice(1)].map(
    (value) => `\`${String(value).replaceAll(',', ', ')}\``,
  );
  return [`\`${option}\``, String(question), texts.join(', '), String(rule ?? '')];
}

/** The rules of the mock, and the points that the specification leaves open. */
export function mockRulesPage(): GeneratedPage {
  const choices = table(
    ['Option', 'Question', 'Values, the default first', 'Rule'],
    Object.entries(openChoices).map(choiceText),
  );
  return {
    slug: 'mock-rules',
    title: 'Rules of the mock',
    description: 'Each rule of the mock, and the points that the specification leaves open.',
    group: 'Testing',
    content: `${readFileSync(join(root, 'packages/mock/RULES.md'), 'utf8')}
## Points left open

Each is an option of \`createMock\`.

${choices}
`,
  };
}

/** The values that decide what happens in the sandbox, from the data that the mock executes. */
export function sandboxValues(): GeneratedPage {
  return {
    slug: 'sandbox-values',
    title: 'Sandbox values',
    description: 'Values that decide how a test ends: suffixes, codes, addresses, signatures.',
    group: 'Testing',
    content: sandboxValuesPage(),
  };
}

function declaredType(name: string): ts.Type {
  const { checker, exportsOf } = builtDeclarations();
  const symbol = exportsOf('@org/payments-mock').get(name);
  if (symbol === undefined) throw new Error(`@org/payments-mock does not export ${name}`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}

interface DeclaredFixture {
  readonly name: string;
  readonly comment: string;
  readonly fields: readonly FieldRow[];
}

/** The fields that a fixture accepts: its function has one parameter, or a rest of at most one. */
function acceptedFields(checker: ts.TypeChecker, fixture: ts.Symbol): ts.Type {
  const [signature] = checker.getTypeOfSymbol(fixture).getCallSignatures();
  const [parameter] = signature?.getParameters() ?? [];
  if (parameter === undefined) throw new Error(`mock.add.${fixture.name} has no parameter`);
  const type = checker.getTypeOfSymbol(parameter);
  const [first] = checker.isTupleType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)
    : [type];
  if (first === undefined) throw new Error(`mock.add.${fixture.name} accepts no fields`);
  return checker.getNonNullableType(first);
}

/** Every fixture of the mock, from its built declarations. */
function fixtures(): DeclaredFixture[] {
  const { checker } = builtDeclarations();
  const reader = new FieldReader(checker);
  return declaredType('Fixtures')
    .getProperties()
    .map((property) => ({
      name: property.name,
      comment: withoutTags(docText(property)),
      fields: reader.rows(acceptedFields(checker, property)),
    }));
}

/** A doc comment on one line, as editors show it. */
function plainText(comment: string): string {
  return comment.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\{@link (\w+)\}/g, '`$1`');
}

/** The JSON Schema of files of fixtures, with the comments of the fields. */
export function describedFixturesSchema(): object {
  const comments = fixtures().map(({ name, comment, fields }) => {
    const texts = fields.map((field) => ({ path: field.path, comment: plainText(field.comment) }));
    return [name, { comment: plainText(comment), fields: texts }] as const;
  });
  return fixturesSchema(Object.fromEntries(comments));
}

function section({ name, comment, fields }: DeclaredFixture): string {
  const folded = `::: details ${fields.length} fields\n\n${fieldTable(fields)}\n\n:::`;
  return [`## mock.add.${name}`, prose(comment), folded].join('\n\n');
}

/** The fields of every fixture of the mock. */
function fixturesPage(): GeneratedPage {
  const all = fixtures();
  const list = all.map(({ name }) => `[\`${name}\`](#mockadd${name.toLowerCase()})`).join(', ');
  const parts = [
    '# Fixtures',
    'A fixture puts a resource into the mock without going through the API. Every field is optional unless its fixture states otherwise, and has a sensible default, including its id. A field that does not exist, or a value that an enum does not have, throws a `FixtureError` that names what is allowed.',
    `Fixtures: ${list}.`,
    "```ts\nimport { createMock } from '@org/payments-mock';\n\nconst mock = createMock();\nconst customer = mock.add.customer({ fullName: 'Ada Byron', region: 'GB' });\nconst { account } = mock.add.wallet({ customerId: customer.id, available: 250_00 });\nconst card = mock.add.card({ fundingSources: [account.id], state: 'FROZEN' });\nconsole.log(card.id, card.state);\n```",
    'Resources without a fixture are made through the client, such as a quote with `payments.quotes.create`.',
    ...all.map(section),
  ];
  return {
    slug: 'fixtures',
    title: 'Fixtures',
    description: 'The fields of every mock.add fixture.',
    group: 'Testing',
    content: `${parts.join('\n\n')}\n`,
  };
}

/** Every option of `createMock`. */
function optionsPage(): GeneratedPage {
  const { checker } = builtDeclarations();
  const rows = new FieldReader(checker)
    .rows(declaredType('MockOptions'))
    .filter(({ path }) => !/[.[]/.test(path));
  const parts = [
    '# Mock options',
    'The options of `createMock`. All are optional. `mock.gaps` lists the options for points that the specification leaves open, with their values.',
    fieldTable(rows),
  ];
  return {
    slug: 'mock-options',
    title: 'Mock options',
    description: 'Every option of createMock.',
    group: 'Testing',
    content: `${parts.join('\n\n')}\n`,
  };
}

/** The reference of the mock: its fixtures and its options. */
export function mockReferencePages(): GeneratedPage[] {
  return [fixturesPage(), optionsPage()];
}
