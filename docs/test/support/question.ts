/** A question of a newcomer, what they type into the search box, and the page that explains it. */
export interface Question {
  readonly asks: string;
  readonly types: string;
  readonly page: string;
  /** A string that the page must contain. */
  readonly answer: RegExp;
}

type Row = readonly [asks: string, types: string, page: string, answer: RegExp];

/** Returns the rows as questions. */
export const questionsOf = (rows: readonly Row[]): readonly Question[] =>
  rows.map(([asks, types, page, answer]) => ({ asks, types, page, answer }));
