/** Does something to the mock, and then says what, or what went wrong. */
export type Act = (what: string, step: () => Promise<unknown>) => void;
