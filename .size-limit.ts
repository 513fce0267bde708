import type { BuildOptions, Plugin } from 'esbuild';

/** The size limit of one import of a package, bundled, minified and compressed with gzip. */
interface Budget {
  readonly name: string;
  readonly platform: 'node' | 'browser';
  /** The built file that the consumer's import resolves to. */
  readonly path: string;
  /** The consumer's imports. */
  readonly imports: string;
  /** Counts only what loads at once, not what a dynamic import loads later. */
  readonly firstLoad?: boolean;
  /** Does not count the chunks of these names, which are loaded only with an option. */
  readonly without?: readonly string[];
  /** The limit in units of 1,000 bytes: `10 kB`. */
  readonly limit: `${number} kB`;
}

/** The consumer's own dependencies, which do not count. */
const peers = ['react', 'react-dom', 'undici', 'vue', 'svelte', '@opentelemetry/api', 'msw'];

/** Leaves out the dynamic imports whose path contains one of the strings. */
const withoutDynamicImports = (...parts: readonly string[]): Plugin => ({
  name: 'without-dynamic-imports',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' && parts.some((part) => path.includes(part))
        ? { path, external: true }
        : undefined,
    );
  },
});

/** Returns the entry of size-limit's configuration that measures a budget. */
function sizeLimitOf({ platform, imports, firstLoad, without, ...budget }: Budget) {
  const excluded = firstLoad === true ? [''] : without;
  return {
    ...budget,
    import: `{ ${imports} }`,
    gzip: true,
    ignore: peers,
    modifyEsbuildConfig: (config: BuildOptions): BuildOptions => ({
      ...config,
      platform,
      plugins: excluded === undefined ? [] : [withoutDynamicImports(...excluded)],
      format: 'esm',
      splitting: true,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  };
}

const wallet = {
  platform: 'browser',
  path: 'packages/wallet/dist/index.js',
  imports: 'createWallet',
} as const;

/**
 * What imports of the built packages may cost: `npm run size`, after `npm run build`. In units of
 * 1,000 bytes, as the targets and the rows of docs/performance.md.
 */
const budgets: readonly Budget[] = [
  {
    name: 'sdk, first load',
    platform: 'node',
    path: 'packages/sdk/dist/index.js',
    imports: 'createPaymentsClient',
    firstLoad: true,
    // Keeps it from growing. The 34 rows of later operations are 4.6 of it, the messages about invalid
    // input 0.9, what tells a result from a copy of its request, from an error or from an older state 1.5,
    // from the result of another request with its key 2.1, and a third leg 0.1. What to write instead of
    // a date or of an id alone, and bytes and names of files as they come, are 0.5; that a client can name
    // a dialect, 0.1; the runtime that is needed, 0.2. That a secret, a base URL, an id or a key was copied
    // or made with a mistake, 0.9; that a person who is decided is not checked again, 0.02;
    // that a proof of a wrong form lacks nothing else, 0.04; which changes of a customer raise authority, 0.05.
    limit: '89.8 kB',
  },
  {
    name: 'sdk/webhooks, first load',
    platform: 'node',
    path: 'packages/sdk/dist/webhooks/index.js',
    imports: 'createWebhookHandler',
    firstLoad: true,
    // Store calls have limits of their own, and a mark is repeated until the event cannot come again.
    // A delivery waits for forgotten work, and the stores mark events in a caller's transaction: 0.9.
    // Also the helpers that all packages share, in one file, and headers in every form of a host.
    limit: '15.3 kB',
  },
  {
    name: 'sdk/run, first load',
    platform: 'node',
    path: 'packages/sdk/dist/run/index.js',
    imports: 'createRun, sqliteRun',
    firstLoad: true,
    // 41 are the contract, which the client loads anyway: its rows say which fields of results are secret.
    limit: '64.5 kB',
  },
  {
    name: 'sdk/undici',
    platform: 'node',
    path: 'packages/sdk/dist/undici/index.js',
    imports: 'undiciTransport',
    limit: '5.6 kB',
  },
  {
    name: 'contract',
    platform: 'node',
    path: 'packages/contract/dist/index.js',
    imports: 'operations',
    limit: '41.2 kB',
  },
  {
    name: 'crypto',
    platform: 'browser',
    path: 'packages/crypto/dist/index.js',
    imports: 'openSealedKey',
    limit: '25 kB',
  },
  { name: 'wallet, first load', ...wallet, firstLoad: true, limit: '10 kB' },
  {
    // Without the link to a signer's frame, which a page with its own key does not load, and the dialects,
    // of which a page loads the one that it names. An application's bundle has them: what both use is then
    // in files of its own, which compress to 0.9 more; e2e/built/first-load.test.ts compares their bytes.
    name: 'wallet, all but the signer',
    ...wallet,
    without: ['remote-wallet', '2026-08'],
    // Two signatures of one change cost 0.04; that a question ends with its challenge and its session,
    // and says how, 0.3. That something else is not a client key, 0.1.
    limit: '46.5 kB',
  },
  {
    // On top of the wallet; only a page that imports it loads it.
    name: 'wallet/ui',
    platform: 'browser',
    path: 'packages/wallet/dist/ui/index.js',
    imports: 'defineElements',
    firstLoad: true,
    limit: '15 kB',
  },
  {
    name: 'wallet/react',
    platform: 'browser',
    path: 'packages/wallet/dist/react/index.js',
    imports: 'useSession, useOtp, usePasskey, useSignedAction',
    firstLoad: true,
    limit: '2 kB',
  },
  {
    name: 'wallet/vue',
    platform: 'browser',
    path: 'packages/wallet/dist/vue/index.js',
    imports: 'useSession, useOtp, usePasskey, useSignedAction',
    firstLoad: true,
    // As React: challenges that are replaced before the click, and the wait for another code, are the same code.
    limit: '2 kB',
  },
  {
    name: 'wallet/svelte',
    platform: 'browser',
    path: 'packages/wallet/dist/svelte/index.js',
    imports: 'session, otp, passkey, signedAction',
    firstLoad: true,
    // As React: challenges that are replaced before the click, and the wait for another code, are the same code.
    limit: '2 kB',
  },
  {
    // Two fifths are the official SDK's server, its validator and zod; the rest is the client, the
    // contract, the approval page with what a person is shown of each operation that needs approval, and
    // the files of documents. The journal is 9, and has the part of the client with it that sends, 30,
    // which every server loads anyway: it is given a client. The library that verifies passkeys, 115 kB,
    // is loaded only with the option `passkeys`. The search that finds an operation by the words of people is 4.
    name: 'mcp',
    without: ['simplewebauthn', '/dialect'],
    platform: 'node',
    path: 'packages/mcp/dist/index.js',
    imports: 'createPaymentsMcp, serveStdio',
    // 31 kB of it are the phrases and synonyms by which the search finds operations, which have to be many
    // words of many people; a server downloads it once. The words and the look of a wallet's question, which
    // its pages have too, are 4. The sentences about what happened to a call, and to
    // the payment that it made, how long its key holds, and what waits for what, are 4. The words that a quote
    // was made with and does not return, and that an action of a paused agent is not carried out, are half a kB.
    // The policy that an action which waits is checked against before its approval is another half, and what
    // is said of one that fails, of its quote, and of a question that ends with it, is one. What tells a payment
    // that is made twice, or above the balance, before a person approves it, and tells them
    // afterwards what became of it, is another. Who a payee is at its bank, what a change of a customer does,
    // and why an approved call was not carried out, is half a kB.
    // What was sent to the same account under another id, which account is added and what is saved like it,
    // of which service, what became of a call that was taken back or repeated, and what has changed since a
    // person was asked are one and a half.
    limit: '335.7 kB',
  },
  {
    name: 'mcp/http',
    without: ['simplewebauthn'],
    platform: 'node',
    path: 'packages/mcp/dist/http/index.js',
    imports: 'listenHttp',
    // With zod, which checks the options; `createPaymentsMcp`, which every server imports, has it too.
    limit: '145 kB',
  },
];

export default budgets.map(sizeLimitOf);
