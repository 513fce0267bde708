import { join } from 'node:path';
import { type Manifest, readJson, root } from './workspace.ts';

/** A runtime, bundler, compiler or framework with which the packed packages are tested. */
export interface MatrixRow {
  readonly id: ConsumerId;
  readonly name: string;
  /** The exact version that is run. */
  readonly version: string;
  /** What is run, for the documentation. */
  readonly checks: string;
}

const devDependencies = (path: string) =>
  readJson<Manifest>(join(root, path)).devDependencies ?? {};
const workspace = devDependencies('package.json');
const consumers = devDependencies('e2e/consumers/package.json');
const installed = (path: string): Readonly<Record<string, string>> =>
  readJson<Manifest>(join(root, 'e2e/consumers/toolbox', path)).dependencies ?? {};
const toolbox = installed('package.json');
const next15 = installed('next-15/package.json');

function version(manifest: Readonly<Record<string, string>>, name: string): string {
  const found = manifest[name];
  if (found === undefined) throw new Error(`${name} is not a dependency of the consumers`);
  return found.replace(/^[~^]/, '');
}

const programs =
  'every subpath as ES module and as CommonJS with the same exports; a program that makes a signed change';
const types = (...others: readonly string[]) =>
  `every subpath under ${['nodenext', ...others].map((mode) => `\`${mode}\``).join(', ')}; servers without DOM and with \`skipLibCheck: false\``;
const mounted = 'signed webhooks and calls of a wallet, mounted as the pages show it';
const anew = `a signed change; ${mounted}`;

const signIn =
  'the example of `examples/sign-in`, built: sign-in by code, a read, an approved change, sign-out, in Chromium';

/** What each row has besides its id: name, version and checks. */
type Facts = readonly [name: string, version: string, checks: string];

const rows = {
  'node-current': [
    'Node',
    version(workspace, 'node'),
    `${programs}; the commands, each command of the READMEs of the MCP server and of the mock, and the mock's image without its engine`,
  ],
  'node-oldest': ['Node', version(consumers, 'node'), programs],
  'typescript-current': ['TypeScript', version(workspace, 'typescript'), types('bundler')],
  'typescript-oldest': [
    'TypeScript',
    version(consumers, 'typescript'),
    types('bundler', 'commonjs'),
  ],
  esbuild: [
    'esbuild',
    version(workspace, 'esbuild'),
    'a page with a wallet; a server program in one file, which makes a signed change',
  ],
  webpack: ['webpack', version(consumers, 'webpack'), 'a page with a wallet'],
  'host-node': ['node:http', version(workspace, 'node'), anew],
  'host-express': ['Express', version(toolbox, 'express'), anew],
  'host-fastify': ['Fastify', version(toolbox, 'fastify'), anew],
  'host-hono': ['Hono on Node', version(toolbox, 'hono'), anew],
  'host-nest': ['NestJS, `module: commonjs`', version(toolbox, '@nestjs/core'), anew],
  'host-bun': ['Bun', version(toolbox, 'bun'), anew],
  'host-deno': [
    'Deno',
    version(toolbox, 'deno'),
    `${anew}, with the permissions env, net and read`,
  ],
  'host-workerd': ['Workers (workerd, Miniflare)', version(toolbox, 'miniflare'), anew],
  'host-lambda-express': [
    'AWS Lambda, serverless-express',
    version(toolbox, '@codegenie/serverless-express'),
    `${mounted}; behind API Gateway and a load balancer`,
  ],
  'host-lambda-hono': ['AWS Lambda, Hono', version(toolbox, 'hono'), mounted],
  'host-next-15': ['Next.js 15', version(next15, 'next'), `\`next dev\` with webpack; ${mounted}`],
  bunyan: ['bunyan', version(toolbox, 'bunyan'), 'the lines of a call'],
  'sign-in-react': [
    'React with Vite',
    version(toolbox, 'react'),
    `${signIn}; also in development, in a dialog of Radix`,
  ],
  'sign-in-nextjs': [
    'Next.js 16, app router',
    version(toolbox, 'next'),
    `${signIn}, light and dark, below a prefix; \`next build\` without variables; ${mounted}`,
  ],
  'sign-in-vue': ['Vue with Vite', version(toolbox, 'vue'), signIn],
  'sign-in-html': ['Plain HTML with an import map', version(toolbox, 'esbuild'), signIn],
  'sign-in-svelte': ['Svelte with Vite', version(toolbox, 'svelte'), signIn],
  'signer-site': [
    'A signer of static files',
    version(toolbox, 'esbuild'),
    '`examples/signer-site`: its one command; the headers of each host; an approved change in Chromium, in an isolated page',
  ],
  jest: [
    'Jest',
    version(toolbox, 'jest'),
    'a signed change from CommonJS and from ES modules; a signed webhook',
  ],
  playwright: [
    'Playwright',
    version(toolbox, '@playwright/test'),
    '4 workers in parallel, each with a world of one server of the mock',
  ],
} as const satisfies Readonly<Record<string, Facts>>;

export type ConsumerId = keyof typeof rows;

/** The environments in which `npm run test:packages` uses the packed packages. */
export const matrix: readonly MatrixRow[] = Object.entries<Facts>(rows).map(
  ([id, [name, exact, checks]]) => ({ id: id as ConsumerId, name, version: exact, checks }),
);
