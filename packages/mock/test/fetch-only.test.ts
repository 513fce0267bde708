import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

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
