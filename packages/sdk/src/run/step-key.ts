import { canonicalJson } from '@org/payments-contract/internal';

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const letters = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The digest of an item's content: the order of its fields does not matter. */
export function contentDigest(item: unknown): Promise<string> {
  return digestOf(canonicalJson(item));
}

/** The part of a step's key that differs between the steps of a run. */
export interface StepPlace {
  readonly run: string;
  readonly item: string;
  readonly step: string;
  readonly attempt: number;
}

/** The idempotency key of a step: the same in every process and every start. */
export async function stepKey({ run, item, step, attempt }: StepPlace): Promise<string> {
  return `run-${await digestOf(JSON.stringify([run, item, step, attempt]))}`;
}
