/** The exit status of the command; the help explains them. */
export const status = {
  done: 0,
  failed: 1,
  invalid: 2,
  unknown: 3,
  refused: 4,
  applied: 5,
  notMade: 6,
  /** As of a run whose payments wait for their customer. */
  waiting: 8,
  /** As the shell reports a process that SIGINT ended. */
  interrupted: 130,
} as const;

/** What is said of a change that was under way when something else failed. */
export const MAY_BE_CHANGED = 'The outcome is unknown: the change may have been carried out';
