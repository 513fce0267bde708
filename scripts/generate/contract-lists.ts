import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/workspace.ts';
import type { Page } from './page.ts';

/** One resource of a client: its name, and the file of its rows, from the contract's sources. */
interface ResourceFile {
  readonly resource: string;
  readonly file: string;
}

const sources = 'packages/contract/src';
const notice = '// Written by `npm run generate` from the folders of the areas. Do not edit.';

function resourcesOf(client: 'platform' | 'agent'): ResourceFile[] {
  const text = readFileSync(join(root, sources, `${client}.ts`), 'utf8');
  const lines = [...text.matchAll(/^export \* as (\w+) from '(\.\/areas\/[^']+)';$/gm)];
  if (lines.length === 0) throw new Error(`${client}.ts exports no area`);
  return lines.map(([, resource = '', file = '']) => ({ resource, file }));
}

function beside(file: string, name: string): string {
  return `${dirname(file)}/${name}.ts`;
}

function examplesPage(): Page {
  const lines = (['platform', 'agent'] as const).map((client) => {
    const resources = resourcesOf(client);
    const imports = resources.map(({ resource, file }) => {
      const exported = file.endsWith('/operations.ts') ? 'examples' : resource;
      const local = `${client}_${resource}`;
      return `import { ${exported} as ${local} } from '${beside(file, 'examples')}';`;
    });
    const prefix = client === 'agent' ? 'agent.' : '';
    const entries = resources.map(
      ({ resource }) => `  '${prefix}${resource}': ${client}_${resource},`,
    );
    return { imports, entries };
  });
  const text = `${notice}
${lines.flatMap(({ imports }) => imports).join('\n')}
import type { OperationName } from './operations.ts';

/** An input of an operation and its result. */
export interface AnyExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
${lines.flatMap(({ entries }) => entries).join('\n')}
};

/**
 * Returns the example of an operation.
 *
 * @example
 * \`\`\`ts
 * exampleOf('cards.update').input; // { id: 'Card:7c1e', state: 'FROZEN' }
 * \`\`\`
 */
export function exampleOf(name: OperationName): AnyExample {
  const dot = name.lastIndexOf('.');
  const example = examples[name.slice(0, dot)]?.[name.slice(dot + 1)];
  if (example === undefined) throw new Error(\`\${name} has no example\`);
  return example as AnyExample;
}
`;
  return { path: `${sources}/examples.ts`, text: text.replaceAll(/(platform|agent)_(\w)/g, camel) };
}

function camel(_match: string, client: string, letter: string): string {
  return `${client}${letter.toUpperCase()}`;
}

function eventsPage(): Page {
  const areas = [...resourcesOf('platform'), ...resourcesOf('agent')].filter(
    ({ file }, index, all) => {
      const path = beside(file, 'events');
      const isFirst = all.findIndex((other) => beside(other.file, 'events') === path) === index;
      return isFirst && existsSync(join(root, sources, path));
    },
  );
  const lines = areas.map(
    ({ resource, file }) => `export * as ${resource} from '${beside(file, 'events')}';`,
  );
  const text = `${notice}\n${lines.join('\n')}\n`;
  return { path: `${sources}/event-areas.ts`, text };
}

/** The lists of the contract that are derived from the files of the areas. */
export const contractLists: readonly (() => Page)[] = [examplesPage, eventsPage];
