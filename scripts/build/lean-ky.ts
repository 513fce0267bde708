import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { type Cut, type Edit, type Lean, leanSource } from './lean-source.ts';

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

/** The source of a file of ky with what the transport over `fetch` uses of it. */
export function leanKySource(file: string, source: string): string {
  return leanSource(source, files[file] ?? {}, 'lean-ky.ts');
}

const filter =
  /[\\/]ky[\\/]distribution[\\/]((?:core[\\/]Ky|index|utils[\\/](?:merge|timeout))\.js)$/;

/** Leaves out of a bundle what the transport over `fetch` never reaches of ky. */
export const leanKy: Plugin = {
  name: 'lean-ky',
  setup({ onLoad }) {
    onLoad({ filter }, ({ path }) => {
      const file = filter.exec(path)?.[1]?.replaceAll('\\', '/') ?? '';
      return { contents: leanKySource(file, readFileSync(path, 'utf8')), loader: 'js' };
    });
  },
};
