import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { readArguments } from '../src/server/cli/arguments.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

function rulesIn(text: string): number[] {
  return [...text.matchAll(/['"`]rule (\d+): /g)].map(([, rule]) => Number(rule));
}

const rules = [...read('../../docs/register.yaml').matchAll(/- id: (\d+)$/gm)].map(([, rule]) =>
  Number(rule),
);
const files = globSync('{src,test}/**/{*.test.ts,stories.yaml}', { cwd: root });

test('the rules are numbered in order, and each has a test that begins with its number', () => {
  expect(rules.length).toBeGreaterThan(100);
  expect(rules).toEqual(rules.map((_, index) => index + 1));
  const all = [...files, '../../scripts/follow/register.test.ts'];
  const tested = new Set(all.flatMap((file) => rulesIn(read(file))));
  expect([...tested].sort((one, other) => one - other)).toEqual(rules);
});

test('every area has a test in its folder', () => {
  const areas = new Set(globSync('src/areas/*/*.ts', { cwd: root }).map((file) => dirname(file)));
  const bare = [...areas].filter((area) => !files.some((file) => file.startsWith(`${area}/`)));
  expect(areas.size).toBeGreaterThan(20);
  expect(bare).toEqual([]);
});

test('the first example of the README is the test that runs', () => {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(read('README.md')) ?? [];
  expect(example).toBe(read('../../examples/testing/freeze-card.test.ts'));
});

const manifest = JSON.parse(read('package.json')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The instructions of the last stage: words in capitals, and what follows on their lines. */
const [, install = '', last = ''] = read('Containerfile')
  .replaceAll('\\\n', '')
  .split(/^FROM .+$/m);
const instructions = (name: string, stage = last) =>
  [...stage.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, text = '']) => text);

test('the image contains the packages of the workspace that the mock needs, and installs no script', () => {
  const [copied = ''] = instructions('COPY', install);
  const needed = Object.keys(manifest.dependencies).filter((name) => name.startsWith('@org/'));
  expect(copied.split(' ').slice(0, -1)).toEqual(
    [...needed, '@org/payments-mock'].map((name) => `${name.slice(1).replace('/', '-')}-*.tgz`),
  );
  expect(instructions('RUN', install).join()).toMatch(/npm install .*--omit=dev.*--ignore-scripts/);
});

test('the image runs the command of the package, as a user without rights', () => {
  const entry = JSON.parse(instructions('ENTRYPOINT')[0] ?? '[]') as string[];
  const [node, path = '', ...args] = entry;
  expect(node).toBe('node');
  const own = 'node_modules/@org/payments-mock/';
  expect(`./${path.slice(own.length)}`).toBe(manifest.bin['payments-mock']);
  expect(readArguments(args)).toMatchObject({ host: '0.0.0.0', port: 4010, command: 'listen' });
  expect(readArguments([...args, '--demo'])).toMatchObject({ demo: true });
  expect(instructions('USER')).toEqual(['node']);
  expect(instructions('EXPOSE')).toEqual(['4010']);
  expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM']);
});

const path = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

const entries = ['index.ts', 'msw/index.ts', 'testing/index.ts', 'server/index.ts'];

const bundled = build({
  entryPoints: entries.map(path),
  outdir: path('../none'),
  bundle: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'node',
  conditions: ['source'],
  logLevel: 'silent',
});

/** Returns the files that an entry of the package loads before anything is called. */
async function filesOf(entry: string): Promise<string[]> {
  const { outputs } = (await bundled).metafile;
  const output = Object.values(outputs).find(({ entryPoint = '' }) =>
    entryPoint.endsWith(`mock/src/${entry}`),
  );
  const files = Object.keys(output?.inputs ?? {});
  expect(files.length).toBeGreaterThan(5);
  return files;
}

const ofServer = /mock\/src\/(?:inspector|server)\/|node_modules\/(?:preact|@hono\/node-server)\//;

test.each(['index.ts', 'msw/index.ts', 'testing/index.ts'])(
  '%s loads nothing of the server and the inspector',
  async (entry) => {
    expect((await filesOf(entry)).filter((file) => ofServer.test(file))).toEqual([]);
  },
);

test('the server loads the page of the inspector and not its program', async () => {
  const files = (await filesOf('server/index.ts')).filter((file) => ofServer.test(file));
  expect(files.some((file) => file.endsWith('inspector/assets.ts'))).toBe(true);
  expect(files.filter((file) => /inspector\/app\/|preact/.test(file))).toEqual([]);
});
