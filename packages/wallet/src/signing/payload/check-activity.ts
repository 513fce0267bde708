import type { Leaves } from './leaves.ts';
import { type Comparison, isContainer, type PayloadCheck } from './request.ts';
import { type FlatActivity, type FlatOperation, operations } from './templates.ts';
import { sliceOf } from './text.ts';

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
  let hasOwnIds = false;
  for (const path in leaves) {
    if (path in HEAD) continue;
    const value = leaves[path] as string;
    const slot = path === activity.beside ? 'optional' : activity.slots[path];
    if (slot === undefined || isContainer(value) !== (slot === 'container')) return 'mismatch';
    // The user is the account's; other ids may be those of another resource of it.
    if (slot === 'own' && path !== 'parameters/userId') hasOwnIds = true;
    const isOurs =
      slot[0] !== '=' || comparison.matches(sliceOf(slot, 1, slot.length), value, true);
    if (!isOurs) return 'mismatch';
  }
  for (const path in activity.slots) {
    const isRequired = activity.slots[path] === 'own' || activity.slots[path]?.[0] === '=';
    if (isRequired && !(path in leaves)) return 'mismatch';
  }
  if (activity.isUnreadable === true) return 'unreadable';
  return comparison.strength(template, comparison.operation !== undefined, hasOwnIds);
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
