import type { BrowserCommand } from 'vitest/node';

interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<T>(work: (argument: [string, unknown]) => T, argument: [string, unknown]): Promise<T>;
  waitForFunction(expression: string): Promise<unknown>;
  reload(): Promise<unknown>;
  close(): Promise<void>;
  url(): string;
}

const tabs = new Map<string, Page>();

function pageOf(id: string): Page {
  const page = tabs.get(id);
  if (page === undefined) throw new Error(`No tab ${id}.`);
  return page;
}

/** Opens a page of the tests' origin in another tab, and waits until `window[ready]` is there. */
const openTab: BrowserCommand<[path: string, ready: string]> = async (context, path, ready) => {
  const page = (await context.context.newPage()) as unknown as Page;
  const id = crypto.randomUUID();
  tabs.set(id, page);
  await page.goto(new URL(path, context.page.url()).href);
  await page.waitForFunction(`window.${ready} !== undefined`);
  return id;
};

/** Calls `window[path](argument)` in a tab; `path` may have a dot. */
const callTab: BrowserCommand<[id: string, path: string, argument?: unknown]> = (
  _context,
  id,
  path,
  argument,
) =>
  pageOf(id).evaluate(
    ([name, value]) => {
      type Node = Record<string, unknown>;
      const names = name.split('.');
      const last = names.pop() ?? '';
      const holder = names.reduce((at, part) => at[part] as Node, globalThis as unknown as Node);
      const found = holder[last];
      return typeof found === 'function' ? found.call(holder, value) : found;
    },
    [path, argument],
  );

/** Reloads a tab, and waits until `window[ready]` is there again. */
const reloadTab: BrowserCommand<[id: string, ready: string]> = async (_context, id, ready) => {
  await pageOf(id).reload();
  await pageOf(id).waitForFunction(`window.${ready} !== undefined`);
};

const closeTab: BrowserCommand<[id: string]> = async (_context, id) => {
  await pageOf(id).close();
  tabs.delete(id);
};

/** Commands for tests that need more than one tab. */
export const tabCommands = { openTab, callTab, reloadTab, closeTab };

declare module 'vitest/browser' {
  interface BrowserCommands {
    openTab(path: string, ready: string): Promise<string>;
    callTab<T>(id: string, path: string, argument?: unknown): Promise<T>;
    reloadTab(id: string, ready: string): Promise<void>;
    closeTab(id: string): Promise<void>;
  }
}
