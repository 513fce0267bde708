import { execute } from '../../platform/captured.ts';
import { checkActivity } from './check-activity.ts';
import { checkDescribed } from './check-described.ts';
import { AMBIGUOUS, type Leaves, NOT_JSON, readLeaves, textLeaf } from './leaves.ts';
import { Comparison, type Expected, type PayloadCheck } from './request.ts';

const CLIENT_KEY = /(?<![0-9a-f])04[0-9a-f]{128}(?![0-9a-f])/i;
const OPENING = /refresh|login|(?:open|create)\w*session/i;
const OPERATION_NAME = /(?:^|\/)(?:operation|type|activityType|action)$/;

/** Whether a client key occurs that is not, as a whole value, one of the request. */
function hasForeignKey(leaves: Leaves, comparison: Comparison): boolean {
  for (const path in leaves) {
    const value = leaves[path] as string;
    const hasKey = execute(CLIENT_KEY, value) ?? execute(CLIENT_KEY, path);
    if (hasKey !== null && comparison.pathOf(value) === undefined) return true;
  }
  return false;
}

/**
 * Whether the payload names, at any depth, an operation that opens a session.
 *
 * @param isText whether the words of a payload that is not JSON count too
 */
function opensSession(leaves: Leaves, isText: boolean): boolean {
  for (const path in leaves) {
    const isName = (isText && path === '') || execute(OPERATION_NAME, path) !== null;
    if (isName && execute(OPENING, leaves[path] as string) !== null) return true;
  }
  return false;
}

/** Checks a payload against its request. The same check runs in the page and in a signer. */
export async function checkPayload(payload: string, expected: Expected): Promise<PayloadCheck> {
  const read = readLeaves(payload);
  if (read === AMBIGUOUS) return 'mismatch';
  const leaves = read === NOT_JSON ? textLeaf(payload) : read;
  const comparison = new Comparison(expected);
  if (hasForeignKey(leaves, comparison)) return 'mismatch';
  if (expected.kind !== 'refresh' && opensSession(leaves, expected.kind === 'stamp'))
    return 'mismatch';
  if (expected.kind === 'stamp') return 'unreadable';
  if (leaves.type?.[0] === 's' && leaves.parameters === '{') {
    return checkActivity(leaves, comparison);
  }
  if (leaves.operation?.[0] === 's') return checkDescribed(leaves, comparison);
  return 'unreadable';
}
