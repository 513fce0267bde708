import { bytesToBase64url } from '@org/payments-crypto';

/** SHA-256 of a text, as 43 characters. */
export async function digestOf(text: string): Promise<string> {
  // Of a short text, in a third of the time of a job for the thread pool. A bundler would follow an import.
  const { hash } = globalThis.process?.getBuiltinModule?.('node:crypto') ?? {};
  if (hash !== undefined) return hash('sha256', text, 'base64url');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return bytesToBase64url(new Uint8Array(digest));
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
