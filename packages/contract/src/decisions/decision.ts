/** How this contract reads a point on which its sources differ or are silent. */
export interface Decision {
  /** The operations that it concerns, or `all`. */
  readonly operations: readonly string[] | 'all';
  readonly decision: string;
  readonly reason: string;
  /**
   * The changes that `npm run follow` finds in other documents and that this decides, as the report
   * prints them, with the values in brackets; `*` stands for any text.
   */
  readonly changes?: readonly string[];
}
