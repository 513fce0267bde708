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
