import { fieldNames, type OperationRow } from '@org/payments-contract';

/** The parts of a request that take fields of the input; the other fields are the body. */
export type Part = 'params' | 'query' | 'headers';

/** The part of the request that each input field belongs to, read from the schemas once. */
export interface FieldPlan {
  readonly parts: ReadonlyMap<string, Part>;
  /** Whether the body is required. */
  readonly needsBody: boolean;
}

const plans = new WeakMap<OperationRow, FieldPlan>();

function makePlan(row: OperationRow): FieldPlan {
  const parts = new Map<string, Part>();
  for (const part of ['headers', 'query', 'params'] as const) {
    for (const name of Object.keys(row[part]?.shape ?? {})) parts.set(name, part);
  }
  const needsBody = row.body !== undefined && !row.body.safeParse(undefined).success;
  return { parts, needsBody };
}

/** The plan of an operation, built at its first call. */
export function planOf(row: OperationRow): FieldPlan {
  let plan = plans.get(row);
  if (plan === undefined) {
    plan = makePlan(row);
    plans.set(row, plan);
  }
  return plan;
}

/** Whether the contract has a field of this name in any part of the operation's input. */
export function isKnownField(row: OperationRow, name: string): boolean {
  if (planOf(row).parts.has(name)) return true;
  return row.body !== undefined && fieldNames(row.body).includes(name);
}
