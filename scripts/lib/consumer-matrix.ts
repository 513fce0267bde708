import { join } from 'node:path';
import { type Manifest, readJson, root } from './workspace.ts';

/** The command that runs a consumer. */
export type MatrixCommand = 'npm run test:packages' | 'npm run test:consumers';

/** A runtime, bundler, compiler or framework with which the packed packages are tested. */
export interface MatrixRow {
  readonly id: string;
  readonly name: string;
  /** The exact version that is run. */
  readonly version: string;
  readonly command: MatrixCommand;
  /** What is run, for the documentation. */
  readonly checks: string;
}

const devDependencies = (path: string) =>
  readJson<Manifest>(join(root, path)).devDependencies ?? {};
const workspace = devDependencies('package.json');
const consumers = devDependencies('e2e/consumers/package.json');
const toolbox: Readonly<Record<string, string>> =
  readJson<Manifest>(join(root, 'e2e/consumers/toolbox/package.json')).dependencies ?? {};

function version(manifest: Readonly<Record<string, string>>, name: string): string {
  const found = manifest[name];
  if (found === undefined) throw new Error(`${name} is not a dependency of the consumers`);
  return found.replace(/^[~^]/, '');
}

const programs =
  'every subpath as ES module and as CommonJS with the same exports; programs that make a signed change and receive webhooks';
const types =
  'every subpath under `nodenext` and `bundler`, servers without DOM and with `skipLibCheck: false`';

const signIn =
  'the example of `examples/sign-in`, built and in development: sign-in by code, a read, an approved change, sign-out, in Chromium';

/** The environments in which the packed packages are tested, by the command that runs them. */
export const matrix = [
  {
    id: 'node-current',
    name: 'Node',
    version: version(workspace, 'node'),
    command: 'npm run test:packages',
    checks: `${programs}; the commands, each command of the READMEs of the MCP server and of the mock, and the mock's image without its engine`,
  },
  {
    id: 'node-oldest',
    name: 'Node',
    version: version(consumers, 'node'),
    command: 'npm run test:packages',
    checks: programs,
  },
  {
    id: 'typescript-current',
    name: 'TypeScript',
    version: version(workspace, 'typescript'),
    command: 'npm run test:packages',
    checks: types,
  },
  {
    id: 'typescript-oldest',
    name: 'TypeScript',
    version: version(consumers, 'typescript'),
    command: 'npm run test:packages',
    checks: types,
  },
  {
    id: 'esbuild',
    name: 'esbuild',
    version: version(workspace, 'esbuild'),
    command: 'npm run test:packages',
    checks: 'a page with a wallet; a server program in one file, which makes a signed change',
  },
  {
    id: 'vite',
    name: 'Vite',
    version: version(workspace, 'vite'),
    command: 'npm run test:packages',
    checks: 'a page with a wallet',
  },
  {
    id: 'webpack',
    name: 'webpack',
    version: version(consumers, 'webpack'),
    command: 'npm run test:packages',
    checks: 'a page with a wallet',
  },
  {
    id: 'bun',
    name: 'Bun',
    version: version(toolbox, 'bun'),
    command: 'npm run test:consumers',
    checks: 'signed changes, also over HTTP; signed webhooks, also in `Bun.serve`',
  },
  {
    id: 'deno',
    name: 'Deno',
    version: version(toolbox, 'deno'),
    command: 'npm run test:consumers',
    checks:
      'signed changes, also over HTTP, and signed webhooks, with the permissions env, net and read',
  },
  {
    id: 'bunyan',
    name: 'bunyan',
    version: version(toolbox, 'bunyan'),
    command: 'npm run test:consumers',
    checks: 'the lines of calls over HTTP: every event with its fields and request id, no secret',
  },
  {
    id: 'workerd',
    name: 'workerd (Miniflare)',
    version: version(toolbox, 'miniflare'),
    command: 'npm run test:consumers',
    checks: 'a signed change and signed webhooks in a Worker; the relay without its secret',
  },
  {
    id: 'nextjs',
    name: 'Next.js',
    version: version(toolbox, 'next'),
    command: 'npm run test:consumers',
    checks:
      '`next build` without variables: relay route, webhook route, client component; `next start` names the variable that is missing',
  },
  {
    id: 'sign-in-react',
    name: 'React with Vite',
    version: version(toolbox, 'react'),
    command: 'npm run test:consumers',
    checks: signIn,
  },
  {
    id: 'sign-in-nextjs',
    name: 'Next.js, app router',
    version: version(toolbox, 'next'),
    command: 'npm run test:consumers',
    checks: signIn,
  },
  {
    id: 'sign-in-vue',
    name: 'Vue with Vite',
    version: version(toolbox, 'vue'),
    command: 'npm run test:consumers',
    checks: signIn,
  },
  {
    id: 'sign-in-svelte',
    name: 'Svelte with Vite',
    version: version(toolbox, 'svelte'),
    command: 'npm run test:consumers',
    checks: signIn,
  },
  {
    id: 'signer-site',
    name: 'A signer of static files',
    version: version(toolbox, 'esbuild'),
    command: 'npm run test:consumers',
    checks:
      '`examples/signer-site`: its one command; the headers of each host; an approved change in Chromium, in an isolated page',
  },
  {
    id: 'jest',
    name: 'Jest',
    version: version(toolbox, 'jest'),
    command: 'npm run test:consumers',
    checks: 'a signed change from CommonJS and from ES modules; a signed webhook',
  },
  {
    id: 'playwright',
    name: 'Playwright',
    version: version(toolbox, '@playwright/test'),
    command: 'npm run test:consumers',
    checks: '16 workers in parallel, each with a world of one server of the mock',
  },
] as const satisfies readonly MatrixRow[];

/** The ids of the rows that a command runs. */
export type IdsOf<Command extends MatrixCommand> = Extract<
  (typeof matrix)[number],
  { readonly command: Command }
>['id'];
