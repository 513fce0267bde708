import {
  type ApprovedOperationName,
  type Fields,
  type OperationRow,
  type Risk,
  riskOf,
} from '@org/payments-contract';
import sentences from './consequences.json' with { type: 'json' };

/** What a call does at worst, and what happens if the person refuses, each in one sentence. */
export interface Consequences {
  readonly warning: string;
  readonly refusal: string;
}

const warnings: Readonly<Record<Risk, string>> = {
  reads: 'This reads data.',
  adds: 'This adds something.',
  changes: 'This changes something.',
  'moves-money': 'This moves money.',
  'raises-authority': 'This lets somebody do more than before.',
  irreversible: 'This cannot be undone.',
};

const NOTHING_SENT = 'Nothing is sent: no money moves and nothing changes.';

/** An agent's own operation has the consequences of the platform's. */
type Name = ApprovedOperationName extends infer Each
  ? Each extends `agent.${infer Shared}`
    ? Shared
    : Each
  : never;

/** What can be said of a call of the row's own risk besides what every call of that risk does. */
const known: Readonly<Record<Name, Partial<Consequences>>> = sentences;

/** Describes what a call does and what a refusal does. */
export function consequencesOf(name: string, row: OperationRow, input: Fields): Consequences {
  const risk = riskOf(row, input);
  const table: Readonly<Record<string, Partial<Consequences>>> = known;
  const special = risk === row.risk ? table[name.replace(/^agent\./, '')] : {};
  return { warning: warnings[risk], refusal: NOTHING_SENT, ...special };
}
