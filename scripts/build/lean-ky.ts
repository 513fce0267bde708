import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** The version of ky whose source the entries below were written for. */
const WRITTEN_FOR = '2.1.0';

/** The version of ky that is installed. */
function installedVersion(): string {
  const path = new URL('../../node_modules/ky/package.json', import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

/** The error for a source other than the expected one, with what a maintainer does then. */
function unexpected(file: string, found: string): Error {
  return new Error(
    [
      `ky ${installedVersion()}, distribution/${file}: ${found}.`,
      `scripts/build/lean-ky.ts was written for ky ${WRITTEN_FOR}, and leaves parts of this file out by their text.`,
      `To continue with ${WRITTEN_FOR}: set "ky" to "${WRITTEN_FOR}" in packages/sdk/package.json and run npm install.`,
      `To update: compare this file in both versions (npm diff --diff=ky@${WRITTEN_FOR} --diff=ky@${installedVersion()}), change the entry for this text in lean-ky.ts and WRITTEN_FOR, and run`,
      '`npm run test:node -- scripts/build/lean-ky.test.ts` and `npm run build && npm run size`.',
      'See "Updating ky" in CONTRIBUTING.md.',
    ].join('\n'),
  );
}

/** A line at which a block of ky's source begins, and what is left of the block. */
type Cut = readonly [start: string, left?: string];

/** A piece of one line, and what replaces it. */
type Edit = readonly [piece: string, left: string];

/**
 * Steps that the options of the SDK's transport never reach: hooks, retries, time limits, errors
 * for statuses, progress, shortcuts for bodies, and parts of an address.
 */
const unreached: readonly Cut[] = [
  ['for (const hook of initHooks) {'],
  ["if (typeof ky.#options.timeout === 'number' &&"],
  ["if (typeof ky.#options.totalTimeout === 'number' &&"],
  ['if (beforeRequestResponse !== undefined) {'],
  ['if (isResponseInstance(response)) {'],
  ['if (!currentResponse.ok &&'],
  ['if (ky.#options.onDownloadProgress) {'],
  ['for (const [type, mimeType] of Object.entries(responseTypes)) {'],
  ["if (Object.hasOwn(options, 'prefixUrl')) {"],
  ["if (typeof this.#input === 'string') {"],
  ['if (this.#options.json !== undefined) {'],
  ['if (this.#input instanceof globalThis.Request'],
  ['if (hasSearchParameters(this.#options.searchParams)) {'],
  ['if (this.#options.onUploadProgress &&'],
  ['if (this.#abortController?.signal.aborted) {'],
  ['if (retryRequest) {'],
  ['if (remainingTotal !== undefined && remainingTotal <= 0) {'],
  // The signal of the call is the only one: ky would join it with that of its own time limit.
  ['if (supportsAbortController && supportsAbortSignal) {'],
  ['static #normalizeSearchParams('],
  ['#calculateDelay('],
  ['async #calculateRetryDelay('],
  ['#decorateResponse('],
  ['async #throwProcessedError('],
  ['async #getResponseData('],
  ['#getErrorDataTimeout('],
  ['#getBodyReadTimeout('],
  ['async #raceBodyRead('],
  ['async #raceWithTotalTimeout('],
  ['#isJsonContentType('],
  ['async #readResponseText('],
  ['async #parseJson('],
  ['#cancelResponseBody('],
  ['#cancelReturnedBody('],
  ['#createManagedSignal('],
  ['#throwIfTotalTimeoutExhausted('],
  ['async #runBeforeRequestHooks('],
  ['async #runAfterResponseHooks('],
  ['async #retry('],
  ['async #retryFromError('],
  ['#consumeReturnedResponseFromBeforeRetryHook('],
  ['#getNormalizedOptions('],
  ['#assignRequest('],
  ['#getResponseRequest('],
  ['#setResponseRequest('],
  ['#wrapRequestWithUploadProgress('],
];

/** Calls of those steps, and the fields that only they use. */
const calls: readonly Edit[] = [
  ['initHooks.length > 0 ? cloneInitHookOptions(options) : options', 'options'],
  ['await ky.#runBeforeRequestHooks()', 'undefined'],
  ['beforeRequestResponse ?? await ky.#retry(async () => ky.#fetch())', 'await ky.#fetch()'],
  ['ky.#consumeReturnedResponseFromBeforeRetryHook();', 'false;'],
  ['ky.#decorateResponse(response);', ''],
  ['await ky.#throwProcessedError(error);', 'throw error;'],
  ['mergeHeaders(this.#input.headers, options.headers)', 'options.headers'],
  ['mergeHooks({}, options.hooks)', '{}'],
  ['normalizeRequestMethod(options.method ??', '(options.method ??'],
  ['normalizeRetryOptions(options.retry)', '{}'],
  ['this.#retryLimit = this.#options.retry.limit;', ''],
  ['this.#retryLimit = normalizeRetryOptions(this.#options.retry).limit;', ''],
  ["options.headers && new globalThis.Headers(options.headers).has('content-type')", 'undefined'],
  ['findUnknownOptions(this.#options)', '{}'],
  ['this.#retryLimit > 0 ? this.request.clone() : undefined', 'undefined'],
  [
    'this.#wrapRequestWithUploadProgress(this.request, this.#options.body ?? undefined)',
    'this.request',
  ],
  ['return this.#setResponseRequest(response, request);', 'return response;'],
  ['nonRequestOptions, this.#abortController, {', 'nonRequestOptions, undefined, {'],
  ['#abortController;', ''],
  ['#userProvidedAbortSignal;', ''],
  ['#retryLimit;', ''],
  ['#retryCount = 0;', ''],
  ['#beforeRetryHookErrors = new WeakSet();', ''],
  ['#cachedNormalizedOptions;', ''],
  ['#returnedResponseFromBeforeRetryHook = false;', ''],
  ['#responseRequests = new WeakMap();', ''],
];

/** What is left out of one file of ky. */
interface Lean {
  readonly cuts: readonly Cut[];
  readonly edits?: readonly Edit[];
}

const files: Readonly<Record<string, Lean>> = {
  'core/Ky.js': { cuts: unreached, edits: calls },
  // One client without defaults is used.
  'index.js': {
    cuts: [['for (const method of requestMethods) {'], ['ky.extend = (newDefaults) => {']],
    edits: [
      ['ky.create = (newDefaults) => createInstance(validateAndMerge(newDefaults));', ''],
      ['ky.stop = stop;', ''],
      ['ky.retry = retry;', ''],
    ],
  },
  'utils/merge.js': {
    cuts: [
      ['export const validateAndMerge =', 'export const validateAndMerge = (_, given) => given;'],
    ],
  },
  'utils/timeout.js': {
    cuts: [['export default async function timeout(', 'export default () => undefined;']],
  },
};

/** Leaves out the block that begins at a line, up to the line that closes it. */
function withoutBlock(file: string, source: string, [start, left = '']: Cut): string {
  const lines = source.split('\n');
  const indentOf = (line: string) => line.length - line.trimStart().length;
  const found = lines.flatMap((line, at) => (line.trimStart().startsWith(start) ? [at] : []));
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw unexpected(file, `${found.length} lines begin with \`${start}\`, and one is expected`);
  }
  const indent = indentOf(lines[first] ?? '');
  const last = lines.findIndex(
    (line, at) => at > first && indentOf(line) === indent && line.trimStart().startsWith('}'),
  );
  lines.splice(first, last - first + 1, left);
  return lines.join('\n');
}

function withoutCall(file: string, source: string, [piece, left]: Edit): string {
  if (!source.includes(piece)) throw unexpected(file, `the text \`${piece}\` is missing`);
  return source.replaceAll(piece, left);
}

/**
 * The source of a file of ky with what the transport over `fetch` uses of it.
 *
 * @throws Error for a source that lacks a part to leave out, with what to do then
 */
export function leanSource(file: string, source: string): string {
  const { cuts, edits = [] } = files[file] ?? { cuts: [] };
  const rest = cuts.reduce((text, cut) => withoutBlock(file, text, cut), source);
  return edits.reduce((text, edit) => withoutCall(file, text, edit), rest);
}

const filter =
  /[\\/]ky[\\/]distribution[\\/]((?:core[\\/]Ky|index|utils[\\/](?:merge|timeout))\.js)$/;

/** Leaves out of a bundle what the transport over `fetch` never reaches of ky. */
export const leanKy: Plugin = {
  name: 'lean-ky',
  setup({ onLoad }) {
    onLoad({ filter }, ({ path }) => {
      const file = filter.exec(path)?.[1]?.replaceAll('\\', '/') ?? '';
      return { contents: leanSource(file, readFileSync(path, 'utf8')), loader: 'js' };
    });
  },
};
