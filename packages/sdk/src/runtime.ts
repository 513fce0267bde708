/** Set by the build to the version in the package's manifest. */
declare const PAYMENTS_SDK_VERSION: string | undefined;

/** Name of the package in reports and in the User-Agent. */
export const SDK_NAME = '@org/payments-sdk';

/** Version of the package; `0.0.0-source` when the sources run unbuilt. */
export const SDK_VERSION: string =
  typeof PAYMENTS_SDK_VERSION === 'string' ? PAYMENTS_SDK_VERSION : '0.0.0-source';

interface Runtimes {
  readonly Bun?: { readonly version: string };
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: { readonly node?: string } };
}

/** Name and version of the runtime, such as `node/24.21.0`. */
export function runtimeName(): string {
  const { Bun, Deno, navigator, process } = globalThis as unknown as Runtimes;
  if (Bun !== undefined) return `bun/${Bun.version}`;
  if (Deno !== undefined) return `deno/${Deno.version.deno}`;
  if (navigator?.userAgent === 'Cloudflare-Workers') return 'workerd';
  const node = process?.versions?.node;
  return node === undefined ? 'unknown' : `node/${node}`;
}

/** The globals by which runtimes are distinguished. */
export interface Runtime {
  readonly process?:
    | {
        readonly versions?: Readonly<Record<string, string | undefined>>;
        readonly release?: { readonly name?: string };
        readonly getBuiltinModule?: unknown;
      }
    | undefined;
  readonly navigator?: { readonly userAgent?: string } | undefined;
  readonly Deno?: unknown;
  readonly Bun?: unknown;
}

/**
 * Returns whether the program runs on Node itself. Bun, Deno and workers with Node's compatibility
 * layer have a `process` too, and a `node:http` that is not Node's.
 */
export function isNode(runtime: Runtime = globalThis as Runtime): boolean {
  const { process, navigator } = runtime;
  if (runtime.Deno !== undefined || runtime.Bun !== undefined) return false;
  if (navigator?.userAgent === 'Cloudflare-Workers') return false;
  return (
    process?.release?.name === 'node' &&
    process.versions?.node !== undefined &&
    typeof process.getBuiltinModule === 'function'
  );
}

/** An environment variable, if the runtime has any; an empty one counts as missing. */
export function fromEnvironment(name: string): string | undefined {
  const value = globalThis.process?.env?.[name];
  return value === '' ? undefined : value;
}
