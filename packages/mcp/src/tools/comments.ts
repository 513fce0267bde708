import comments from './comments.json' with { type: 'json' };

/** What the contract says of an operation: of itself, and of each field of its input by its path. */
export interface OperationComments {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

const all: Readonly<Record<string, OperationComments>> = comments as Record<
  string,
  OperationComments
>;

const none: OperationComments = { text: '', fields: {} };

/** The comments of an operation. */
export function commentsOf(name: string): OperationComments {
  return Object.hasOwn(all, name) ? (all[name] ?? none) : none;
}
