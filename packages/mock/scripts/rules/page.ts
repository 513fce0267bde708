import { openChoices } from '../../src/choices.ts';
import { type CarriedTest, carriedTests, untestedAreas } from './carried-tests.ts';
import { type RuleGroup, ruleGroups } from './statements.ts';

const choices = Object.entries(openChoices).map(([option, choice]) => ({ option, ...choice }));

type Choice = (typeof choices)[number];

function valueText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function choiceLine({ option, question, ...choice }: Choice): string {
  const others = 'values' in choice ? choice.values.slice(1).map(valueText) : [];
  const rest = others.length === 0 ? '' : ` (or ${others.map((text) => `\`${text}\``).join(', ')})`;
  return `- Left open: ${question} \`${option}\`: \`${valueText(choice.default)}\`${rest}.`;
}

function testLines(tests: readonly CarriedTest[]): string[] {
  const byFile = Map.groupBy(tests, ({ file }) => file);
  return [...byFile].map(([file, found]) => {
    const titles = found.map(({ title }) => title).join('; ');
    return `- Tests in [\`${file}\`](${file}): ${titles}.`;
  });
}

function ruleSection(number: number, statement: string, tests: readonly CarriedTest[]): string {
  const own = choices.filter((choice) => 'rule' in choice && choice.rule === number);
  const lines = [...own.map(choiceLine), ...testLines(tests)];
  return [`### ${number}. ${statement}`, '', ...lines].join('\n');
}

function groupSection({ title, rules }: RuleGroup, byRule: Map<number, CarriedTest[]>): string {
  const sections = Object.entries(rules).map(([number, statement]) =>
    ruleSection(Number(number), statement, byRule.get(Number(number)) ?? []),
  );
  return [`## ${title}`, ...sections].join('\n\n');
}

/** The generated page, and the problems found in its sources. */
export interface RulesPage {
  readonly text: string;
  /** Rules and areas without a test, and tests of rules that do not exist. */
  readonly problems: readonly string[];
}

/**
 * Returns the page of the rules: every rule, the points it leaves open, and the tests that cover it.
 */
export function rulesPage(packageFolder: string): RulesPage {
  const tests = carriedTests(packageFolder);
  const byRule = Map.groupBy(tests, ({ rule }) => rule);
  const known = new Set(ruleGroups.flatMap(({ rules }) => Object.keys(rules).map(Number)));
  const bare = [...known].filter((rule) => !byRule.has(rule));
  const stray = tests.filter(({ rule }) => !known.has(rule));
  const general = choices.filter((choice) => !('rule' in choice));
  const parts = [
    '# Rules of the mock',
    `${known.size} rules. An area's rules are tested in its folder, \`src/areas/<area>\`, and rules of the engine beside the engine, through \`mock.fetch\` and HTTP; the tests in \`test/whole\` concern the whole mock, and the smoke tests in \`test/doors\` run in each of the four ways to use the mock. Each point left open is an option of \`createMock\`, listed with its default and its other values.`,
    ...ruleGroups.map((group) => groupSection(group, byRule)),
    ['## Durations left open', '', ...general.map(choiceLine)].join('\n'),
  ];
  return {
    text: `${parts.join('\n\n')}\n`,
    problems: [
      ...bare.map((rule) => `rule ${rule} has no test`),
      ...untestedAreas(packageFolder).map((area) => `src/areas/${area} has no test`),
      ...stray.map(({ rule, title, file }) => `${file}: rule ${rule} does not exist ("${title}")`),
    ],
  };
}
