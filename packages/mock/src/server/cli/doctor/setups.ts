import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** How requests are sent in a setup of installed tools. */
export const senders = ['node:http', 'fetch', 'undici', 'node-fetch'] as const;
/** What is between a client and the network. */
export const interceptors = ['none', 'msw', 'nock', 'MockAgent'] as const;
/** The loggers that are known. */
export const loggers = ['pino', 'winston', 'bunyan'] as const;

/** A client made of tools that are installed in a folder. */
export interface InstalledTools {
  readonly sender: (typeof senders)[number];
  readonly interceptor: (typeof interceptors)[number];
  readonly logger?: (typeof loggers)[number];
}

/** One combination to be tried: a module, or installed tools. */
export interface Setup {
  readonly name: string;
  /** Path of the module, from the current folder. */
  readonly module?: string;
  readonly tools?: InstalledTools;
}

/** The packages behind the tools; those without one are part of Node or of the SDK. */
const packages: Readonly<Record<string, string>> = {
  undici: 'undici',
  'node-fetch': 'node-fetch',
  msw: 'msw',
  nock: 'nock',
  MockAgent: 'undici',
};

/** Looks for packages as the modules of a folder do. */
class Installation {
  readonly #require: NodeJS.Require;

  constructor(folder: string) {
    this.#require = createRequire(join(folder, 'package.json'));
  }

  /** Name and version of an installed package; undefined if there is none. */
  find(name: string): string | undefined {
    for (const folder of this.#require.resolve.paths(name) ?? []) {
      try {
        const manifest = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
        return `${name} ${(manifest as { version: string }).version}`;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return undefined;
  }

  /** The label of a tool; undefined if its package is not installed. */
  label(tool: string): string | undefined {
    const name = packages[tool];
    if (name === undefined) return tool;
    const found = this.find(name);
    return found === undefined || tool === name ? found : `${found} (${tool})`;
  }
}

/** The proxies of the environment; their URLs may hold passwords. */
export function proxyVariables(): readonly string[] {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
  return names.filter((name) => (process.env[name] ?? '') !== '');
}

/** The setups of the tools that are installed in a folder; none without the SDK. */
export function installedSetups(folder: string): Setup[] {
  const installation = new Installation(folder);
  if (installation.find('@org/payments-sdk') === undefined) return [];
  const proxies = proxyVariables();
  const suffix = proxies.length === 0 ? '' : `, with ${proxies.join(' and ')}`;
  const intercepted = interceptors.flatMap((interceptor) =>
    senders.flatMap((sender): Setup[] => {
      const between = installation.label(interceptor);
      const over = installation.label(sender);
      if (between === undefined || over === undefined) return [];
      const through = interceptor === 'none' ? '' : ` through ${between}`;
      return [{ name: `${over}${through}${suffix}`, tools: { sender, interceptor } }];
    }),
  );
  const logged = loggers.flatMap((logger): Setup[] => {
    const name = installation.find(logger);
    const tools = { sender: 'node:http', interceptor: 'none', logger } as const;
    return name === undefined ? [] : [{ name, tools }];
  });
  return [...intercepted, ...logged];
}
