import { noEffects } from '../faults/fault-list.ts';
import { type ForcedResponse, toResponse } from '../faults/foreign-responses.ts';
import { withoutQuery } from '../log/log-values.ts';
import type { OpenEntry, RequestLog, SignatureHeader } from '../log/request-log.ts';
import { Writer } from '../store/writer.ts';
import type { World } from '../world.ts';
import { applyFaultsAfter, applyFaultsBefore, postpone, seenWorld } from './apply-fault.ts';
import { legOf, type SignatureHeaders, signatureHeaders } from './challenges.ts';
import { ContractViolation, checkResponse } from './check-response.ts';
import { ConnectionLost } from './connection-lost.ts';
import { jsonResponse } from './json-response.ts';
import { isMultipart } from './read-input.ts';
import { errorBody, Refusal, refuse, withHeaders } from './refusal.ts';
import type { Match, OperationRouter } from './router.ts';
import { runOperation } from './run-operation.ts';

/** Header that explains to a developer why a request was refused. Only the mock sends it. */
export const EXPLANATION_HEADER = 'Mock-Explanation';

/** Returns the path below the base URL and the query, without parsing the whole URL again. */
function splitUrl(url: string, basePath: string): { path: string | undefined; search: string } {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const fragment = url.indexOf('#');
  const end = fragment === -1 ? url.length : fragment;
  const query = url.indexOf('?');
  const pathEnd = query === -1 || query > end ? end : query;
  const pathname = start === -1 ? '/' : url.slice(start, pathEnd);
  const isBelow = pathname.startsWith(`${basePath}/`);
  return {
    path: isBelow ? pathname.slice(basePath.length) : undefined,
    search: url.slice(pathEnd, end),
  };
}

function decoded(path: string, { operation, params }: Match): string {
  if (!path.includes('%')) return path;
  return operation.row.path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
}

function requireMatch(router: OperationRouter, method: string, path: string | undefined): Match {
  const match = path === undefined ? undefined : router.find(method, path);
  if (match !== undefined) return match;
  const methods = path === undefined ? [] : router.methodsOf(path);
  if (methods.length === 0) {
    throw refuse('NOT_FOUND', 'No such path', `No operation of the contract has this path.`);
  }
  const allowed = methods.join(', ');
  const refusal = refuse('METHOD_NOT_ALLOWED', 'Method not allowed', `Expected ${allowed}.`);
  throw withHeaders(refusal, { Allow: allowed });
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return refuse('INTERNAL_ERROR', 'Internal service error', `The mock itself failed. ${text}`);
}

function headerSafe(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 1000);
}

function refusalResponse(refusal: Refusal, entry: OpenEntry): Response {
  const { status, code, reason, explanation, headers } = refusal.facts;
  const body = errorBody(refusal);
  entry.status = status;
  entry.decision = status >= 500 ? 'failed' : 'refused';
  entry.code = code;
  entry.reason = reason === undefined ? undefined : (body.reason as string);
  entry.explanation = explanation;
  entry.responseBody = body;
  return jsonResponse(body, status, {
    ...headers,
    [EXPLANATION_HEADER]: headerSafe(explanation),
  });
}

function successResponse(match: Match, status: number, body: unknown, entry: OpenEntry): Response {
  entry.status = status;
  entry.decision =
    status === 202 && match.operation.row.signing !== 'never' ? 'challenged' : 'answered';
  entry.responseBody = body;
  if (body === undefined) return new Response(null, { status });
  return jsonResponse(body, status);
}

/** A request, and its path below the base URL if it has one. */
interface Located {
  readonly request: Request;
  readonly path: string | undefined;
  readonly search: string;
}

const noHeaders: readonly SignatureHeader[] = [];

function carried({ stamp, requestId }: SignatureHeaders): readonly SignatureHeader[] {
  if (stamp === null && requestId === null) return noHeaders;
  const present: SignatureHeader[] = stamp === null ? [] : ['stamp'];
  return requestId === null ? present : [...present, 'request-id'];
}

let lastDate = { second: Number.NaN, text: '' };

/** Returns the RFC 7231 text of a time. The last one is kept, as most responses share their second. */
function httpDate(time: number): string {
  const second = Math.floor(time / 1000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(time).toUTCString() };
  return lastDate.text;
}

/** When a response was made, as its headers show it. */
interface ResponseTime {
  /** Milliseconds by which it differs from the mock's clock. */
  readonly dateOffset: number;
  /** Milliseconds since a cache received it. */
  readonly age: number | undefined;
}

const present: ResponseTime = { dateOffset: 0, age: undefined };

/** Sets the Date header by the mock's clock: clients estimate their clock skew from it. */
function date(response: Response, world: World, { dateOffset, age }: ResponseTime): Response {
  response.headers.set('Date', httpDate(world.clock.now() + dateOffset));
  if (age !== undefined) response.headers.set('Age', String(Math.floor(age / 1000)));
  return response;
}

const FORCED = 'A fault added to the mock responded to this request.';

function force(entry: OpenEntry, forced: ForcedResponse): Response {
  const { status, logged } = forced;
  entry.status = status;
  entry.decision = logged !== undefined && status < 500 ? 'refused' : 'failed';
  entry.code = logged?.code;
  entry.responseBody = logged?.value;
  entry.explanation = FORCED;
  const response = toResponse(forced);
  if (logged !== undefined) response.headers.set(EXPLANATION_HEADER, FORCED);
  return response;
}

async function respondInto(
  router: OperationRouter,
  entry: OpenEntry,
  located: Located,
  world: World,
  log: RequestLog,
): Promise<Response> {
  const { request, path, search } = located;
  const { method, headers } = request;
  let write = new Writer(world);
  entry.changes = write.changes;
  let effects = noEffects;
  let time: ResponseTime = present;
  let match: Match | undefined;
  let response: Response;
  try {
    match = requireMatch(router, method, path);
    const { operation } = match;
    entry.operation = operation.name;
    entry.target = [operation.row, match.params, search];
    entry.leg = legOf(world, operation.row, headers);
    const signature = signatureHeaders(headers);
    entry.signatureHeaders = carried(signature);
    if (entry.leg !== 1) entry.requestId = signature.requestId ?? undefined;
    effects = world.faults.strike(operation, entry.leg);
    const seen = seenWorld(world, operation.row, effects);
    time = seen;
    if (seen.world !== world) {
      write = new Writer(seen.world);
      entry.changes = write.changes;
    }
    const decodedPath = decoded(path ?? '', match);
    const incoming = { request, match, path: decodedPath, search, world: seen.world, entry };
    if (effects !== noEffects) {
      const struck = { row: operation.row, headers };
      const forced = await applyFaultsBefore(effects, struck, seen.world, write);
      if (forced !== undefined) return date(force(entry, forced), world, time);
      if (await postpone(effects, { ...incoming, world }, log)) throw new ConnectionLost();
    }
    const result = await runOperation({ ...incoming, write, faults: effects });
    const status = result.status ?? operation.successStatus;
    response = successResponse(match, status, result.body, entry);
  } catch (error) {
    if (error instanceof ConnectionLost) return lose(entry, error);
    if (error instanceof ContractViolation) throw error;
    response = refusalResponse(toRefusal(error), entry);
  }
  if (world.settings.checkResponses && effects === noEffects && match !== undefined) {
    checkResponse(match.operation, entry.status, entry.responseBody);
  }
  if (effects === noEffects || match === undefined) return date(response, world, time);
  if (effects.some(({ kind }) => kind === 'foreign-response')) {
    entry.notes = [
      ...entry.notes,
      'A fault replaced the response: the client received another one.',
    ];
  }
  try {
    const { row } = match.operation;
    return date(await applyFaultsAfter(effects, row, response, world), world, time);
  } catch (error) {
    return lose(entry, error);
  }
}

/** @throws TypeError if a fault breaks the connection; ContractViolation if checking is on */
export async function respond(
  router: OperationRouter,
  request: Request,
  world: World,
  log: RequestLog,
): Promise<Response> {
  const { path, search } = splitUrl(request.url, world.basePath);
  const entry = log.open(world.clock.now(), request.method, path ?? withoutQuery(request.url));
  try {
    if (!world.faults.late.isEmpty) await world.faults.late.settle(world.clock.now);
    return await respondInto(router, entry, { request, path, search }, world, log);
  } finally {
    world.webhooks.wake();
    // The log shows a form without its files' bytes, whatever its size.
    const isForm = isMultipart(request.headers);
    log.close(entry, isForm ? 0 : Number(request.headers.get('content-length')));
  }
}

function lose(entry: OpenEntry, error: unknown): never {
  entry.decision = 'lost';
  entry.explanation = 'A fault added to the mock broke the connection.';
  throw error;
}
