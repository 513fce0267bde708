import { sliceOf } from '../../platform/captured.ts';
import type { Leaves } from './leaves.ts';
import { type Comparison, isContainer, type PayloadCheck } from './request.ts';
import { type FlatActivity, type FlatOperation, operations } from './templates.ts';

/** The slots as leaves have them. */
const SET_BY_SERVICE = 'sservice';
const OPTIONAL = 'soptional';

/** Properties that every activity has besides its parameters. */
const HEAD = {
  __proto__: null,
  '': true,
  organizationId: true,
  timestampMs: true,
  type: true,
} as unknown as Leaves;

function checkParameters(
  leaves: Leaves,
  comparison: Comparison,
  template: FlatOperation,
  activity: FlatActivity,
): PayloadCheck {
  let hasServiceIds = false;
  for (const path in leaves) {
    if (path in HEAD) continue;
    const value = leaves[path] as string;
    const slot = path === activity.beside ? OPTIONAL : activity.slots[path];
    if (slot === undefined || isContainer(value) !== isContainer(slot)) return 'mismatch';
    // The user is the account's; other ids may be those of another resource of it.
    if (slot === SET_BY_SERVICE && path !== 'parameters/userId') hasServiceIds = true;
    const isOfRequest = slot[1] === '=';
    if (isOfRequest && !comparison.matches(sliceOf(slot, 2, slot.length), value, true)) {
      return 'mismatch';
    }
  }
  for (const path in activity.slots) {
    const slot = activity.slots[path] as string;
    const isRequired = slot === SET_BY_SERVICE || slot[1] === '=';
    if (isRequired && !(path in leaves)) return 'mismatch';
  }
  if (activity.isUnreadable === true) return 'unreadable';
  return comparison.strength(template, comparison.operation !== undefined, hasServiceIds);
}

/** Checks a payload in the form of the service's signing backend. */
export function checkActivity(leaves: Leaves, comparison: Comparison): PayloadCheck {
  const { operation } = comparison;
  for (const name in operations) {
    if (operation !== undefined && operation !== name) continue;
    const template = operations[name] as FlatOperation;
    for (let at = 0; at < template.activities.length; at += 1) {
      const activity = template.activities[at] as FlatActivity;
      if (leaves.type === `s${activity.type}`) {
        return checkParameters(leaves, comparison, template, activity);
      }
    }
  }
  // A type that the wallet does not know. A request whose operation is known has one of its own.
  return operation === undefined ? 'unreadable' : 'mismatch';
}
