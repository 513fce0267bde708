import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { freePort, run } from '../../../scripts/lib/run.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import { readText } from '../commands.ts';
import { served } from '../runners/served-page.ts';
import type { Toolbox } from '../runners/toolbox.ts';
import type { Questions } from './questions.ts';
import { type Part, type ServerId, serverHosts } from './table.ts';

const parts: readonly Part[] = ['webhooks', 'relay'];
export const pages = { webhooks: 'docs/webhooks.md', relay: 'docs/relay.md' } as const;
export const address = (port: number) => `http://127.0.0.1:${port}`;

/** The first block of a page after a text, or the block with a label. */
export function documented(page: string, start: string): string {
  const text = readText(page);
  const from = text.indexOf(start);
  const [, code] = /^```ts.*\n([\s\S]+?)^```$/m.exec(from < 0 ? '' : text.slice(from)) ?? [];
  if (code === undefined) throw new Error(`${page} has no ${start}`);
  return code;
}

/** What a program of the documentation imports from the application that it is part of. */
function given(...names: readonly Part[]): string {
  return names.map((name) => `import { ${name} } from './${name}.ts';\n`).join('');
}

/** A folder with the modules of an application, the relay as its page shows it, and more files. */
export function writeApplication(
  toolbox: Toolbox,
  place: string,
  files: Readonly<Record<string, string>>,
): string {
  const folder = toolbox.project('host', place);
  const all = {
    'relay.ts': `import { sessionOf } from './session.ts';\n${documented(pages.relay, '## Setting it up')}`,
    'signed-change.ts': readText('e2e/consumers/programs/signed-change.ts'),
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Makes a signed change first: its cryptography is the runtime's. Then serves. */
const main = `import { signedChange } from './signed-change.ts';
signedChange().then(() => Promise.all([import('./webhooks-app.ts'), import('./relay-app.ts')]));
`;

/** A program in a function: CommonJS does not wait at the top of a module. */
function inFunction(program: string): string {
  const isImport = (line: string) => line.startsWith('import ');
  const lines = program.split('\n');
  const body = lines.filter((line) => !isImport(line)).join('\n');
  return `${lines.filter(isImport).join('\n')}\nasync function start() {\n${body}\n}\nstart();\n`;
}

/** Serves the parts in one process, each by its own program, as the pages show it. */
export async function runServerHost(
  toolbox: Toolbox,
  id: ServerId,
  questions: Questions,
): Promise<string[]> {
  const { label, command = [], isCompiled = false, ...around } = serverHosts[id];
  const ports = { webhooks: await freePort(), relay: await freePort() };
  const files = parts.map((part) => {
    const { before = '', after = '' } = around[part] ?? {};
    const block = documented(pages[part], `\`\`\`ts [${label}]`);
    const program = [given(part), before, block, after].join('\n');
    const text = program.replaceAll('3000', String(ports[part]));
    return [`${part}-app.ts`, isCompiled ? inFunction(text) : text] as const;
  });
  const format = { 'package.json': isCompiled ? '{}' : '{ "type": "module" }' };
  const folder = writeApplication(toolbox, `projects/${id}`, {
    ...format,
    ...Object.fromEntries(files),
    'main.ts': main,
  });
  if (isCompiled) {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { ok, output } = await run(process.execPath, [tsc, '-p', folder]);
    if (!ok) return [`${id}: types under commonjs\n${output}`];
  }
  const [program, ...args] = command;
  const urls = { webhooks: address(ports.webhooks), relay: address(ports.relay) };
  const server = {
    folder,
    ...(program !== undefined && { program: toolbox.command(program) }),
    command: [...args, isCompiled ? 'dist/main.js' : 'main.ts'],
    env: questions.env,
  };
  return served(id, Object.values(urls), server, () => questions.ask(urls));
}

/** Calls a function as API Gateway and a load balancer do, with the program of the page on Lambda. */
export async function runLambda(
  toolbox: Toolbox,
  label: 'Express' | 'Hono',
  questions: Questions,
): Promise<string[]> {
  const ports = [await freePort(), await freePort()] as const;
  const block = documented('docs/guides/lambda.md', `\`\`\`ts [${label}]`);
  const folder = writeApplication(toolbox, `projects/lambda-${label}`, {
    'package.json': '{ "type": "module" }',
    'lambda.ts': `${given(...parts)}${block}`,
  });
  const server = {
    folder,
    command: ['gateway.ts'],
    env: { ...questions.env, PORT: String(ports[0]), BALANCER_PORT: String(ports[1]) },
  };
  const urls = ports.map(address);
  return served(`Lambda, ${label}`, urls, server, async () => {
    for (const url of urls) await questions.ask({ webhooks: url, relay: url });
  });
}

/** The part of Miniflare that is used; its types are not installed. */
interface Miniflare {
  readonly Miniflare: new (
    options: Readonly<Record<string, unknown>>,
  ) => { readonly ready: Promise<URL>; dispose(): Promise<void> };
}

/** By compatibility date: a new one, and one of before `fetch` knew the option `cache`. */
const workerFlags = {
  '2026-01-01': ['nodejs_compat'],
  '2024-09-23': ['nodejs_compat', 'nodejs_compat_populate_process_env'],
};

/** Serves both parts in Cloudflare's runtime, from one module, as Wrangler builds it. */
export async function runWorkerd(toolbox: Toolbox, questions: Questions): Promise<string[]> {
  const apps = parts.map((part) => {
    const block = documented(pages[part], '```ts [Workers]');
    return [`${part}-app.ts`, given(part) + block] as const;
  });
  const folder = writeApplication(toolbox, 'projects/workerd', Object.fromEntries(apps));
  const { outputFiles, warnings } = await build({
    entryPoints: [join(folder, 'worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*'],
    logLevel: 'silent',
  });
  const { Miniflare } = createRequire(join(toolbox.folder, 'x'))('miniflare') as Miniflare;
  for (const [compatibilityDate, compatibilityFlags] of Object.entries(workerFlags)) {
    const worker = new Miniflare({
      modules: [{ type: 'ESModule', path: 'worker.mjs', contents: outputFiles[0]?.text ?? '' }],
      compatibilityDate,
      compatibilityFlags,
      bindings: questions.env,
      host: '127.0.0.1',
    });
    try {
      const { origin } = await worker.ready;
      const changed = await fetch(`${origin}/change`);
      if (!changed.ok) return [`workerd of ${compatibilityDate}: ${await changed.text()}`];
      await questions.ask({ webhooks: origin, relay: origin });
    } finally {
      await worker.dispose();
    }
  }
  return warnings.map(({ text }) => `workerd: the bundle of the worker: ${text}`);
}
