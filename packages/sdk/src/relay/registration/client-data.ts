import { base64urlToBytes } from '@org/payments-crypto';
import { invalidInput } from '../refusal.ts';

/** The fields of WebAuthn's collected client data that the relay reads. */
export interface ClientData {
  readonly type?: unknown;
  readonly challenge?: unknown;
  readonly origin?: unknown;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
}

/** @throws RelayRefusal 400 that names the field */
export function readClientData(text: string, field: string): ClientData {
  try {
    const bytes = base64urlToBytes(text);
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The parser's error is not shown, because it may quote the data.
  }
  throw invalidInput(`${field}.clientDataJson: cannot be read`);
}

/** Whether a ceremony was performed in a frame of another origin that is not one of these. */
export function isForeignFrame(
  { crossOrigin, topOrigin }: ClientData,
  topOrigins: ReadonlySet<string>,
): boolean {
  if (crossOrigin !== true) return topOrigin !== undefined && !topOrigins.has(String(topOrigin));
  return typeof topOrigin !== 'string' || !topOrigins.has(topOrigin);
}

/** @throws RelayRefusal 400 for a ceremony in a frame of an origin that may not frame */
export function requireFrame(
  clientDataJson: string,
  topOrigins: ReadonlySet<string>,
  field: string,
): void {
  if (isForeignFrame(readClientData(clientDataJson, field), topOrigins)) {
    throw invalidInput(`${field}: was made in a frame of another origin`);
  }
}
