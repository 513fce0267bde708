import type { Fields } from './fields.ts';
/**
 * What an operation can do to its customers if it is called by mistake or by somebody who was
 * deceived, from harmless to grave:
 *
 * - `reads`: changes nothing
 * - `adds`: creates something that can be ignored or removed
 * - `changes`: changes or starts something that can be changed back
 * - `moves-money`: money leaves, arrives or returns
 * - `raises-authority`: somebody, or something, may do more afterwards: a new payee, agent, token,
 *   card or credential, a wider policy, another address for events
 * - `irreversible`: deletes or ends something
 */
export const risks = [
  'reads',
  'adds',
  'changes',
  'moves-money',
  'raises-authority',
  'irreversible',
] as const;

export type Risk = (typeof risks)[number];

/** The parts of a row that its usual risk follows from. */
interface RiskFacts {
  readonly method: string;
  readonly permission: string;
  readonly responses: { readonly [status: number]: unknown };
}

/** The risk of an operation whose row says nothing of it. */
export function usualRisk({ method, permission, responses }: RiskFacts): Risk {
  if (method === 'GET' || permission === 'VIEW') return 'reads';
  if (permission === 'TRANSACT') return 'moves-money';
  if (method === 'DELETE') return 'irreversible';
  return method === 'POST' && (201 in responses || 202 in responses) ? 'adds' : 'changes';
}

/** The risk of a row as declared, for types. */
export type DeclaredRisk<Row extends RiskDeclaration> = Row extends { readonly risk: infer Given }
  ? Given
  : Row extends { readonly method: 'GET' } | { readonly permission: 'VIEW' }
    ? 'reads'
    : Row extends { readonly permission: 'TRANSACT' }
      ? 'moves-money'
      : Row extends { readonly method: 'DELETE' }
        ? 'irreversible'
        : 'adds' | 'changes';

interface RiskDeclaration {
  readonly method: string;
  readonly permission?: string;
  readonly risk?: Risk;
}

/** Whether a person should approve a call of this risk: it is at least `moves-money`. */
export function needsApproval(risk: Risk): boolean {
  return risks.indexOf(risk) >= risks.indexOf('moves-money');
}

/**
 * The risk of one call: that of the row, or a smaller one where only some inputs have the row's risk.
 *
 * @example
 * ```ts
 * riskOf(findOperation('quotes.create').row, input); // 'adds', or 'moves-money' if executed at once
 * ```
 */
export function riskOf(
  row: RiskFacts & { readonly risk: Risk; readonly isRisk?: (input: Fields) => boolean | Risk },
  input: Fields,
): Risk {
  const found = row.isRisk?.(input) ?? true;
  return found === true ? row.risk : found || usualRisk({ ...row, permission: 'MANAGE' });
}
