import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const page = readFileSync(`${folder}../../docs/sign-in.md`, 'utf8');
const files = globSync(['*/{,src/}*.{ts,tsx,vue,svelte}', 'nextjs/app/**/*.{ts,tsx}', 'html/*'], {
  cwd: folder,
});
const textOf = (file: string) => readFileSync(folder + file, 'utf8').trimEnd();
/** What every project has. */
const frame = ['main.ts', 'main.tsx', 'layout.tsx', 'next.config.ts'];

it('shows every file of the examples as it is', () => {
  const blocks = new Set(
    [...page.matchAll(/^```\w+ \[.+?\]\n([\s\S]*?)\n```$/gm)].map(([, text]) => text),
  );
  const shown = files.filter((file) => blocks.has(textOf(file)));
  const others = files.filter((file) => !shown.includes(file) && !frame.includes(basename(file)));
  expect(others).toEqual([]);
  expect(blocks.size).toBe(new Set(shown.map(textOf)).size);
});
