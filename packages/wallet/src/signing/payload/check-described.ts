import { execute, sliceOf } from '../../platform/captured.ts';
import { digestOf } from '../../platform/digest.ts';
import type { Leaves } from './leaves.ts';
import type { Comparison, PayloadCheck } from './request.ts';
import { type FlatOperation, operations } from './templates.ts';

const FIELDS = 'fields/';
const DIGEST = '/sha256';
/** Properties besides the fields; the last two are facts of the service. */
const HEAD =
  /^(?:|fields|operation|requestId|resource|timestampMs|accountId|credentialIds(?:\/\d+)?)$/;

/** Puts the request's text in place of `{"sha256": ...}`, where the digest is the text's. */
async function withTexts(leaves: Leaves, input: Leaves): Promise<void> {
  for (const path in leaves) {
    const end = path.length - DIGEST.length;
    if (sliceOf(path, end, path.length) !== DIGEST) continue;
    const text = input[sliceOf(path, FIELDS.length, end)];
    if (text?.[0] !== 's') continue;
    if (leaves[path] !== `s${await digestOf(sliceOf(text, 1, text.length))}`) continue;
    leaves[sliceOf(path, 0, end)] = text;
    delete leaves[path];
  }
}

/** The id in a resource's path; undefined if the path is not the operation's. */
function idIn(path: string, resource: FlatOperation['resource']): string | undefined {
  // By index: a script can replace what destructuring calls.
  const before = resource[0];
  const id = resource[1];
  const after = resource[2];
  if (id === '') return path === before ? '' : undefined;
  const end = path.length - after.length;
  const isOperations =
    end > before.length &&
    sliceOf(path, 0, before.length) === before &&
    sliceOf(path, end, path.length) === after;
  const found = isOperations ? sliceOf(path, before.length, end) : '/';
  return execute(/[/?#%]/, found) === null ? found : undefined;
}

/** Checks a payload that names the operation, the resource and its fields. */
export async function checkDescribed(
  leaves: Leaves,
  comparison: Comparison,
): Promise<PayloadCheck> {
  const { operation = '', resource = '' } = leaves;
  const name = sliceOf(operation, 1, operation.length);
  if (comparison.operation !== undefined && comparison.operation !== name) return 'mismatch';
  const template = operations[name];
  if (template === undefined) return 'unreadable';
  const id = idIn(sliceOf(resource, 1, resource.length), template.resource);
  if (id === undefined || leaves.fields !== '{') return 'mismatch';
  const idPath = comparison.operation === undefined ? '/' : template.resource[1];
  if (id !== '' && !comparison.matches(idPath, `s${id}`, true)) return 'mismatch';
  await withTexts(leaves, comparison.input);
  for (const path in leaves) {
    if (execute(HEAD, path) !== null) continue;
    if (sliceOf(path, 0, FIELDS.length) !== FIELDS) return 'mismatch';
    const inner = sliceOf(path, FIELDS.length, path.length);
    const value = leaves[path] as string;
    if (template.hasServiceFields === true) comparison.other();
    else if (!comparison.matches(inner, value, false)) return 'mismatch';
  }
  return comparison.strength(template, false, false);
}
