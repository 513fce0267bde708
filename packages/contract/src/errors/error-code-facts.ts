/** The facts about one error code. */
export interface ErrorCodeFacts {
  /** The HTTP status it comes with. */
  readonly status: number;
  /** Whether the same request may succeed when sent again unchanged. */
  readonly retryable: boolean;
  readonly meaning: string;
  /** What the caller can do. */
  readonly action: string;
}

/** Declares the facts about one error code. */
export function facts(
  status: number,
  meaning: string,
  action: string,
  retryable = false,
): ErrorCodeFacts {
  return { status, retryable, meaning, action };
}
