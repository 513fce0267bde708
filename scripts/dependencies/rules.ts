import type { DependencyType, IFlattenedRuleSet } from 'dependency-cruiser';

interface Rule {
  readonly name: string;
  readonly comment: string;
  readonly severity: 'error';
  readonly from: { path?: string; pathNot?: string };
  readonly to: {
    path?: string;
    pathNot?: string;
    circular?: boolean;
    couldNotResolve?: boolean;
    dependencyTypes?: DependencyType[];
    dependencyTypesNot?: DependencyType[];
  };
}

/** Tests are beside the source, their helpers in `packages/<name>/test`. */
const tests = '\\.(?:test|test-d)\\.tsx?$';

function shipped(packages: string): Rule['from'] {
  return { path: `^packages/${packages}/src/`, pathNot: tests };
}

function forbidden(name: string, comment: string, from: Rule['from'], to: Rule['to']): Rule {
  return { name, comment, severity: 'error', from, to };
}

/** A source of a package, by a relative path instead of the package's name. */
const ownSources: Rule['to'] = {
  path: '^packages/[^/]+/src/',
  dependencyTypes: ['local'],
  dependencyTypesNot: ['aliased-workspace'],
};

/** The permitted imports between packages. */
const directions: readonly Rule[] = [
  forbidden(
    'leaves',
    'contract and crypto do not import another package of the workspace',
    shipped('(contract|crypto)'),
    { path: '^packages/', pathNot: '^packages/$1/' },
  ),
  forbidden(
    'server-packages',
    'sdk and mock import contract and crypto, and not each other',
    shipped('(sdk|mock)'),
    { path: '^packages/', pathNot: '^packages/(?:$1|contract|crypto)/' },
  ),
  forbidden('mcp', 'mcp imports contract and sdk', shipped('mcp'), {
    path: '^packages/',
    pathNot: '^packages/(?:mcp|contract|sdk)/',
  }),
  forbidden('relay', 'relay imports contract, crypto and sdk', shipped('relay'), {
    path: '^packages/',
    pathNot: '^packages/(?:relay|contract|crypto|sdk)/',
  }),
  forbidden(
    'protocol',
    "the relay's protocol imports types of contract alone",
    {
      path: '^packages/relay/src/protocol/',
    },
    {
      pathNot: '^packages/(?:relay/src/protocol|contract)/',
    },
  ),
  forbidden(
    'wallet',
    "wallet imports crypto, the relay's protocol, and of contract types and its internal helpers",
    shipped('wallet'),
    { path: '^packages/', pathNot: '^packages/(?:wallet|crypto|contract|relay/src/protocol)/' },
  ),
  forbidden('wallet-types-only', 'wallet imports only types from contract', shipped('wallet'), {
    path: '^packages/contract/',
    pathNot: '^packages/contract/src/internal/',
    dependencyTypesNot: ['type-only', 'type-import'],
  }),
  forbidden(
    'by-name',
    'another package is imported by its name, not by a path into its sources',
    { path: '^(packages/[^/]+)/' },
    { ...ownSources, pathNot: '^$1/' },
  ),
  forbidden(
    'by-name-outside',
    'tests across packages, examples and benchmarks import packages by their names',
    { path: '^(?:e2e|examples|benchmarks)/' },
    ownSources,
  ),
];

/** The permitted imports inside a package. */
const rooms: readonly Rule[] = [
  forbidden(
    'engine-without-areas',
    "the mock's engine, ledger and webhooks are passed the areas; they do not import them",
    { path: '^packages/mock/src/(?:engine|store|ledger|faults|webhooks)/', pathNot: tests },
    { path: '^packages/mock/src/areas/' },
  ),
  forbidden(
    'format-without-areas',
    "the contract's row format does not import the rows",
    { path: '^packages/contract/src/(?:format|errors)/', pathNot: tests },
    { path: '^packages/contract/src/areas/' },
  ),
  forbidden(
    'call-without-builders',
    'a call does not import what builds clients; tables are passed in',
    { path: '^packages/sdk/src/call/', pathNot: tests },
    { path: '^packages/sdk/src/client/' },
  ),
  forbidden(
    'areas-by-declaration',
    'an area imports declarations of another area, not its index.ts',
    { path: '^packages/(contract|mock)/src/areas/([^/]+)/', pathNot: tests },
    {
      path: '^packages/$1/src/areas/(?:[^/]+/index|index)\\.ts$',
      pathNot: '^packages/$1/src/areas/$2/',
    },
  ),
  forbidden(
    'source-without-tests',
    'what is shipped does not import tests, test support or vitest',
    shipped('[^/]+'),
    { path: `^packages/[^/]+/test/|${tests}|^node_modules/(?:vitest|@vitest)/` },
  ),
  forbidden('no-circle', 'no import circle, imports of types included', {}, { circular: true }),
];

/** The permitted imports of libraries. */
const libraries: readonly Rule[] = [
  forbidden(
    'no-node-modules',
    "contract and wallet run where Node's modules do not exist",
    shipped('(contract|wallet)'),
    { dependencyTypes: ['core'] },
  ),
  forbidden(
    'msw-home',
    'msw is imported only below packages/mock/src/msw',
    { path: '^packages/[^/]+/src/', pathNot: `^packages/mock/src/msw/|${tests}` },
    { path: 'node_modules/msw(?:-2)?/' },
  ),
  forbidden(
    'ky-home',
    'ky is imported only by the transport over fetch',
    {
      path: '^packages/[^/]+/src/',
      pathNot: `^packages/sdk/src/transport/fetch/over-ky\\.ts$|${tests}`,
    },
    { path: 'node_modules/ky/' },
  ),
  forbidden(
    'internal-alone',
    'what all packages share imports neither the contract nor zod',
    { path: '^packages/contract/src/internal/', pathNot: tests },
    { pathNot: '^packages/contract/src/internal/' },
  ),
  forbidden('no-zod-in-wallet', 'zod does not reach the wallet', shipped('wallet'), {
    path: 'node_modules/zod/',
  }),
  forbidden(
    'declared',
    "what is shipped imports only dependencies and peers of its package's manifest",
    shipped('[^/]+'),
    {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only', 'type-import', 'npm-peer'],
    },
  ),
  forbidden(
    'resolvable',
    'every import leads to a file, and a package exports what is imported of it',
    {},
    { couldNotResolve: true, dependencyTypesNot: ['core'] },
  ),
];

/** The rules of `npm run imports`, in the order they are documented in CONTRIBUTING. */
export const dependencyRules: IFlattenedRuleSet = {
  forbidden: [...directions, ...rooms, ...libraries],
};
