import { expect, test } from 'vitest';
import { loadedFirst } from './first-load.ts';

function output(...imports: [path: string, kind: 'import-statement' | 'dynamic-import'][]) {
  const facts = imports.map(([path, kind]) => ({ path, kind }));
  return { bytes: 1, inputs: {}, exports: [], imports: facts };
}

test('the first load is the entry with all that it imports, and nothing that is imported later', () => {
  const outputs = {
    'out/stdin.js': output(
      ['out/shared.js', 'import-statement'],
      ['out/later.js', 'dynamic-import'],
    ),
    'out/shared.js': output(['out/deep.js', 'import-statement'], ['node:http', 'import-statement']),
    'out/deep.js': output(['out/shared.js', 'import-statement']),
    'out/later.js': output(['out/only-later.js', 'import-statement']),
    'out/only-later.js': output(),
  };
  expect([...loadedFirst({ outputs }, 'stdin.js')]).toEqual(['stdin.js', 'shared.js', 'deep.js']);
});
