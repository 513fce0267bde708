/** The states that may follow each state, and the final ones. */
export interface StateMachine<State extends string> {
  readonly transitions: { readonly [From in State]: readonly State[] };
  readonly terminal: readonly State[];
}

/** Declares a state machine by the states that may follow each state. */
export function machine<State extends string>(
  transitions: StateMachine<State>['transitions'],
): StateMachine<State> {
  const states = Object.keys(transitions) as State[];
  return { transitions, terminal: states.filter((state) => transitions[state].length === 0) };
}

/** Returns whether `to` may follow `from`. False if the machine does not have `from`. */
export function canTransition(machine: StateMachine<string>, from: string, to: string): boolean {
  if (!Object.hasOwn(machine.transitions, from)) return false;
  return machine.transitions[from]?.includes(to) ?? false;
}

/** Returns the states that can still be reached from a state, itself included. */
export function reachable(machine: StateMachine<string>, from: string): ReadonlySet<string> {
  const reached = new Set<string>([from]);
  for (const state of reached) {
    for (const next of machine.transitions[state] ?? []) reached.add(next);
  }
  return reached;
}

/**
 * Returns whether one of the target states can still be reached from `from`, including `from`
 * itself. True if the machine does not have `from`.
 */
export function canReach(
  machine: StateMachine<string>,
  from: string,
  targets: readonly string[],
): boolean {
  if (!Object.hasOwn(machine.transitions, from)) return true;
  const reached = reachable(machine, from);
  return targets.some((state) => reached.has(state));
}

/**
 * Returns whether a value of an open enum is a known one, and narrows it to the closed union.
 *
 * @example
 * ```ts
 * if (isKnown(cardStates, card.state)) switch (card.state) { … } // exhaustive
 * ```
 */
export function isKnown<const Value extends string>(
  known: readonly Value[],
  value: string,
): value is Value {
  return (known as readonly string[]).includes(value);
}
