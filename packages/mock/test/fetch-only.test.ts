import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const path = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));

/** Returns the files that an entry of the package loads before anything is called. */
async function filesOf(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [path(entry)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs);
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
