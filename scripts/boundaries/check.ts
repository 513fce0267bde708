import type { Package } from '../lib/workspace.ts';
import { importRules, packageNameOf } from './import-rules.ts';
import type { Finding, SourceFacts } from './source-facts.ts';
import { markTestSupport, shippedTests } from './test-support.ts';

const MAX_LINES = 300;
const MAX_TEST_LINES = 500;
const fileName = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*\.tsx?$/;
const configuration = /(?:\.config|^vitest\.workspace)\.ts$/;

const sentences: Readonly<Record<Finding['what'], string>> = {
  any: 'no `any`: name the type, or use `unknown`',
  'default-export': 'no default export: export it by its name',
  suppression: 'no @ts-ignore or @ts-nocheck',
};

/** One broken rule: `path:line: what is wrong`. */
export type Violation = string;

function shapeViolations({ path, isTest, lines, findings }: SourceFacts): Violation[] {
  const limit = isTest ? MAX_TEST_LINES : MAX_LINES;
  const violations = findings
    .filter(({ what }) => what !== 'default-export' || !configuration.test(path))
    .map(({ line, what }) => `${path}:${line}: ${sentences[what]}`);
  if (lines > limit) violations.push(`${path}:${limit}: has ${lines} lines, more than ${limit}`);
  if (!fileName.test(path.split('/').at(-1) ?? '')) {
    violations.push(`${path}:1: the file's name is not kebab-case`);
  }
  return violations;
}

function importViolations(file: SourceFacts, packages: readonly Package[]): Violation[] {
  return file.imports.flatMap((fact) =>
    importRules.flatMap((rule) => {
      const wrong = rule(fact, file, packages);
      return wrong === undefined ? [] : [`${file.path}:${fact.line}: ${wrong}`];
    }),
  );
}

function kyViolations(files: readonly SourceFacts[]): Violation[] {
  const importers = files.filter(
    ({ isTest, imports }) =>
      !isTest && imports.some(({ specifier }) => packageNameOf(specifier) === 'ky'),
  );
  const elsewhere = importers.filter(({ pkg }) => pkg !== 'sdk' && pkg !== undefined);
  const inSdk = importers.filter(({ pkg }) => pkg === 'sdk');
  return [
    ...elsewhere.map(({ path }) => `${path}:1: only the SDK imports ky`),
    ...inSdk.slice(1).map(({ path }) => `${path}:1: ky has one home, ${inSdk[0]?.path}`),
  ];
}

/** Everything that breaks a rule of the architecture, in the files given. */
export function boundaryViolations(
  parsed: readonly SourceFacts[],
  packages: readonly Package[],
): Violation[] {
  const files = markTestSupport(parsed);
  return [
    ...files.flatMap((file) => [...shapeViolations(file), ...importViolations(file, packages)]),
    ...kyViolations(files),
    ...shippedTests(files, packages),
  ];
}
