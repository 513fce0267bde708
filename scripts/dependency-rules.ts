import type { IFlattenedRuleSet, IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Tests are beside the source, their helpers in `packages/<name>/test`. */
const tests = '\\.(?:test|test-d)\\.tsx?$';

const forbidden = (
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({ name: comment, severity: 'error', from, to });

/** What is shipped of packages, or of a folder in them. */
const shipped = (packages: string, folder = '') => ({
  path: `^packages/${packages}/src/${folder}`,
  pathNot: tests,
});

/** The sources of the workspace that a part of it may import, besides its own. */
const directions: Readonly<Record<string, readonly string[]>> = {
  'contract/src': [],
  // What all packages share.
  'contract/src/internal': [],
  'crypto/src': [],
  'sdk/src': ['contract/', 'crypto/'],
  'mock/src': ['contract/', 'crypto/'],
  'mcp/src': ['contract/', 'sdk/'],
  'relay/src': ['contract/', 'crypto/', 'sdk/'],
  'relay/src/protocol': ['contract/'],
  'wallet/src': ['contract/', 'crypto/', 'relay/src/protocol/'],
};

const ownSources: IRegularForbiddenRuleType['to'] = {
  path: '^packages/[^/]+/src/',
  dependencyTypes: ['local'],
  dependencyTypesNot: ['aliased-workspace'],
};

const betweenPackages = [
  ...Object.entries(directions).map(([folder, others]) => {
    const own = folder.split('/').length > 2 ? `${folder}/` : folder.replace('src', '');
    return forbidden(
      `packages/${folder} imports of the workspace ${others.join(', ') || 'nothing'}`,
      { path: `^packages/${folder}/`, pathNot: tests },
      { path: '^packages/', pathNot: [own, ...others].map((path) => `^packages/${path}`) },
    );
  }),
  forbidden('wallet imports only types and internal helpers of contract', shipped('wallet'), {
    path: '^packages/contract/',
    pathNot: '^packages/contract/src/internal/',
    dependencyTypesNot: ['type-only', 'type-import'],
  }),
  forbidden(
    'another package is imported by its name, not by a path into its sources',
    { path: '^(packages/[^/]+)/' },
    { ...ownSources, pathNot: '^$1/' },
  ),
  forbidden(
    'tests across packages, examples and benchmarks import packages by their names',
    { path: ['^e2e/', '^examples/', '^benchmarks/'] },
    ownSources,
  ),
];

const insidePackages = [
  forbidden(
    'an area imports declarations of another area, not its index.ts',
    shipped('(contract|mock)', 'areas/([^/]+)/'),
    {
      path: '^packages/$1/src/areas/(?:[^/]+/index|index)\\.ts$',
      pathNot: '^packages/$1/src/areas/$2/',
    },
  ),
  forbidden('what is shipped does not import tests, test support or vitest', shipped('[^/]+'), {
    path: ['^packages/[^/]+/test/', tests, '^node_modules/(?:vitest|@vitest)/'],
  }),
  forbidden('no import circle, imports of types included', {}, { circular: true }),
];

const ofLibraries = [
  forbidden(
    "contract and wallet run where Node's modules do not exist",
    shipped('(contract|wallet)'),
    { dependencyTypes: ['core'] },
  ),
  forbidden(
    'msw is imported only below packages/mock/src/msw',
    { path: '^packages/[^/]+/src/', pathNot: ['^packages/mock/src/msw/', tests] },
    { path: 'node_modules/msw(?:-2)?/' },
  ),
  forbidden(
    'ky is imported only by the transport over fetch',
    { path: '^packages/[^/]+/src/', pathNot: ['^packages/sdk/src/transport/fetch/over-ky', tests] },
    { path: 'node_modules/ky/' },
  ),
  forbidden(
    'zod reaches neither the wallet nor what all packages share',
    { path: ['^packages/wallet/src/', '^packages/contract/src/internal/'], pathNot: tests },
    { path: 'node_modules/zod/' },
  ),
  forbidden(
    "what is shipped imports only dependencies and peers of its package's manifest",
    shipped('[^/]+'),
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only', 'type-import', 'npm-peer'],
    },
  ),
  forbidden(
    'every import leads to a file, and a package exports what is imported of it',
    // The programs of hosts import what the test writes from the pages.
    { pathNot: '^e2e/consumers/projects/host/' },
    { couldNotResolve: true, dependencyTypesNot: ['core'] },
  ),
];

/** The rules of `npm run imports`. The name of a rule says what is permitted. */
export const dependencyRules: IFlattenedRuleSet = {
  forbidden: [...betweenPackages, ...insidePackages, ...ofLibraries],
};
