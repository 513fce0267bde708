import type { Fields } from '../../fields.ts';
import { maskedInput } from '../../operation/masks.ts';
import type { AllowedPayment } from '../../policy/check-policy.ts';
import type { PaymentsTool } from '../../tools/tool.ts';
import { quotedText, visibleText } from '../../visible-text.ts';
import { changes } from './changes.ts';
import { type Consequences, consequencesOf } from './consequences.ts';
import { amountText, type Fact, type Section } from './facts.ts';
import type { Lookup } from './lookup.ts';
import { resolve, sectionsOf } from './resolve.ts';
import { summaryOf } from './summary.ts';

/** What a person is shown before a call is sent. */
export interface CallDescription extends Consequences {
  /** What the call does, in one line. */
  readonly title: string;
  /** Read from the service, the shortest description first. */
  readonly facts: readonly Section[];
  /** The arguments, as the model wrote them. */
  readonly words: readonly Fact[];
}

/** Each argument by its path, as the model wrote it. */
function wordsOf(value: unknown, path = ''): Fact[] {
  if (typeof value === 'string') return [{ label: path, value: quotedText(value) }];
  if (typeof value !== 'object' || value === null) return [{ label: path, value: String(value) }];
  return Object.entries(value).flatMap(([name, child]) => {
    const shown = visibleText(name).slice(0, 60);
    const label = /^\w+$/.test(shown) ? shown : quotedText(shown);
    return wordsOf(child, path === '' ? label : `${path}.${label}`);
  });
}

/** What the agent's limits leave after a payment. */
function limits(allowed: AllowedPayment | undefined): Section[] {
  if (allowed === undefined) return [];
  const facts = allowed.remaining.map(({ name, limit, remaining, currency }) => {
    const show = (count: number) =>
      currency === undefined ? `${count} payments` : amountText(count, { code: currency });
    return { label: name, value: `${show(remaining)} of ${show(limit)} remain afterwards` };
  });
  const waiting = { label: 'Then', value: 'it waits for the approval of the platform' };
  const all = allowed.waits ? [...facts, waiting] : facts;
  return all.length === 0 ? [] : [{ heading: 'Limits of the agent', facts: all }];
}

/**
 * Describes a call for the person who decides: what the service says of everything it refers to,
 * apart from what the model wrote.
 *
 * @throws ToolError if something it refers to cannot be read: then nothing is asked and nothing sent
 */
export async function describeCall(
  { title, operation: { name, row } }: PaymentsTool,
  input: Fields,
  lookup: Lookup,
  allowed: AllowedPayment | undefined,
): Promise<CallDescription> {
  const found = await resolve(lookup, input);
  const summary = summaryOf(title, row, input, found);
  const brief = summary.facts.length === 0 ? [] : [{ heading: 'In short', facts: summary.facts }];
  return {
    title: summary.title,
    ...consequencesOf(name, row, input),
    facts: [
      ...brief,
      ...sectionsOf(found),
      ...(await changes(lookup, row, input)),
      ...limits(allowed),
    ],
    words: wordsOf(maskedInput(row, input)),
  };
}

/** The description as lines of text, for a client that asks its person. */
export function descriptionText(description: CallDescription): string {
  const { title, warning, refusal, facts, words } = description;
  const lines = (all: readonly Fact[]) => all.map(({ label, value }) => `  ${label}: ${value}`);
  return [
    `${title}. ${warning}`,
    ...facts.flatMap(({ heading, facts: own }) => [
      '',
      `${heading}, as the service says:`,
      ...lines(own),
    ]),
    '',
    'Written by the assistant, not checked:',
    ...lines(words),
    '',
    `If you refuse: ${refusal}`,
  ].join('\n');
}
