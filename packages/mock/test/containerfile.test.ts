import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readArguments } from '../src/server/cli/arguments.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const manifest = JSON.parse(read('../package.json')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The instructions of the last stage: words in capitals, and what follows on their lines. */
const [, install = '', last = ''] = read('../Containerfile')
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
