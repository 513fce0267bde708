import comments from './comments.json' with { type: 'json' };

/** The comments of the contract on an operation, and about each field of its input by path. */
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
