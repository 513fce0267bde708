import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openChoices } from '../../src/options/choices.ts';
import { type RuleGroup, ruleGroups } from './statements.ts';

/** A test whose title names the rule it covers. */
interface CarriedTest {
  readonly rule: number;
  readonly title: string;
  /** Path below the package. */
  readonly file: string;
}

const TITLE = /(['"`])rule (\d+): ((?:\\.|(?!\1)[^\\\n])+)\1/g;

/** Files of a package that can hold tests of rules. */
const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** Folders that must hold tests of rules: those of areas, of the engine, and of the whole mock. */
const requiredFolders = ['src/areas/', 'src/engine/', 'test/whole/'];

/** Returns the tests in a source text that are named after rules. */
export function testsIn(text: string, file: string): CarriedTest[] {
  return [...text.matchAll(TITLE)].map(([, , rule, title = '']) => ({
    rule: Number(rule),
    title: title.replaceAll('\\', ''),
    file,
  }));
}

/**
 * Returns every test of a package that covers a rule, file by file.
 *
 * @throws Error if a folder that must hold such tests holds none, because it was moved
 */
function carriedTests(packageFolder: string): CarriedTest[] {
  const tests = globSync(patterns, { cwd: packageFolder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => testsIn(readFileSync(join(packageFolder, file), 'utf8'), file));
  for (const folder of requiredFolders) {
    if (tests.some(({ file }) => file.startsWith(folder))) continue;
    throw new Error(
      `${join(packageFolder, folder)} holds no test named after a rule. If the tests were moved, change the folder in carried-tests.ts.`,
    );
  }
  return tests;
}

/**
 * Returns the areas without a test in their folder.
 *
 * @throws Error if the package has no areas, because their folder was moved
 */
export function untestedAreas(packageFolder: string): string[] {
  const areas = join(packageFolder, 'src/areas');
  const names = [...new Set(globSync('*/*.ts', { cwd: areas }).map((file) => dirname(file)))];
  if (names.length === 0) {
    throw new Error(`${areas} holds no area. If the areas were moved, change the folder here.`);
  }
  return names.filter((name) => globSync(`${name}/**/*.test.ts`, { cwd: areas }).length === 0);
}

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
    `${known.size} rules. An area's rules are tested in its folder, \`src/areas/<area>\`, and rules of the engine beside the engine, through \`mock.fetch\` and HTTP; the tests in \`test/whole\` concern the whole mock, and the smoke tests in \`test/transports\` run in each of the four ways to use the mock. Each point left open is an option of \`createMock\`, listed with its default and its other values.`,
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
