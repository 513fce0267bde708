import type { HttpMethod } from '@org/payments-contract';
import type { Result } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { CompiledOperation } from './behaviour.ts';

const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface Match {
  readonly operation: CompiledOperation;
  readonly params: Readonly<Record<string, string>>;
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Orders fixed segments before parameters, so that `/customers/me` is not read as a customer id. */
function bySpecificity(left: CompiledOperation, right: CompiledOperation): number {
  const key = (operation: CompiledOperation) => operation.row.path.replaceAll('{', '\u{10ffff}');
  return key(left) < key(right) ? -1 : 1;
}

function toMatch(result: Result<CompiledOperation>): Match | undefined {
  const first = result[0][0];
  if (first === undefined) return undefined;
  const [operation, found] = first;
  const stash = result[1];
  const params: Record<string, string> = {};
  for (const name of Object.keys(found)) {
    const value = found[name] ?? '';
    params[name] = decode(typeof value === 'number' ? (stash?.[value] ?? '') : value);
  }
  return { operation, params };
}

export function createRouter(operations: readonly CompiledOperation[]) {
  const router = new SmartRouter<CompiledOperation>({
    routers: [new RegExpRouter(), new TrieRouter()],
  });
  for (const operation of [...operations].sort(bySpecificity)) {
    const path = operation.row.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.add(operation.row.method, path, operation);
  }
  const find = (method: string, path: string) => toMatch(router.match(method, path));
  return {
    find,
    methodsOf: (path: string) => METHODS.filter((method) => find(method, path) !== undefined),
  };
}

export type OperationRouter = ReturnType<typeof createRouter>;
