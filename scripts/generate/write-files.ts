import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from './page.ts';

/** What to generate, and where. */
export interface Generation {
  /** The folder that the paths of files are relative to. */
  readonly folder: string;
  /** Lists that the contract imports: they are made of its text, before it is loaded. */
  readonly lists: readonly (() => Page)[];
  /** Loads the contract and returns the other files, or what is missing for them. */
  readonly load: () => Promise<{
    readonly pages: readonly (() => Page)[];
    readonly problems: readonly string[];
  }>;
  readonly format: (page: Page) => string;
  /** Writes nothing. */
  readonly check: boolean;
}

/** The result: either files or problems. */
export interface Generated {
  /** The paths of files that differ; they are written unless `check` is set. */
  readonly stale: readonly string[];
  /** Why nothing was written. */
  readonly problems: readonly string[];
}

function textAt(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function put(path: string, text: string | undefined): void {
  if (text === undefined) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Makes every file, or collects why some cannot be made. */
function made(makers: readonly (() => Page)[], format: Generation['format']) {
  const pages: Page[] = [];
  const problems: string[] = [];
  for (const make of makers) {
    try {
      const page = make();
      pages.push({ ...page, text: format(page) });
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return { pages, problems };
}

/**
 * Generates all files or none: while one of them cannot be made, every file on disk stays as it is,
 * and `problems` names what is missing.
 */
export async function writeFiles(generation: Generation): Promise<Generated> {
  const { folder, format, check } = generation;
  const before = new Map<string, string | undefined>();
  const write = ({ path, text }: Page) => {
    const place = join(folder, path);
    const earlier = textAt(place);
    if (earlier === text) return [];
    before.set(place, earlier);
    if (!check) put(place, text);
    return [path];
  };
  const lists = made(generation.lists, format);
  if (lists.problems.length > 0) return { stale: [], problems: lists.problems };
  const stale = lists.pages.flatMap(write);
  const problems: string[] = [];
  try {
    const loaded = await generation.load();
    const others = made(loaded.pages, format);
    problems.push(...loaded.problems, ...others.problems);
    if (problems.length === 0)
      return { stale: [...stale, ...others.pages.flatMap(write)], problems };
  } catch (error) {
    problems.push(messageOf(error));
  }
  if (!check) for (const [path, text] of before) put(path, text);
  return { stale: [], problems };
}

/** What the command prints, and whether it succeeds: a check fails when a file is out of date. */
export function reportOf({ stale, problems }: Generated, check: boolean) {
  if (problems.length > 0) return { ok: false, lines: [...problems, 'Nothing was written.'] };
  if (stale.length === 0) return { ok: true, lines: ['every generated file is up to date'] };
  const what = check ? 'is out of date; run npm run generate' : 'written';
  return { ok: !check, lines: stale.map((path) => `${path} ${what}`) };
}
