/** Runs an action on the mock, and then reports its result or its error. */
export type Act = (what: string, step: () => Promise<unknown>) => void;
