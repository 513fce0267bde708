/** Mutants of one module that no test can notice. */
export interface Equivalent {
  /** The line in which they are, without its indentation. */
  readonly line: string;
  /** The mutants: the code, and what they put in its place. */
  readonly mutants: readonly string[];
  /** Completes "equivalent, because ...". */
  readonly because: string;
}

/** The mutants that may survive, by module. Any other one fails `npm run test:mutation`. */
export const equivalents: Readonly<Record<string, readonly Equivalent[]>> = {};
