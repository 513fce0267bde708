import { ConfigurationError } from '../../errors/caller-errors.ts';

const MIN_SECRET_BYTES = 32;
/**
 * The entropy of a string in bits, from the frequencies of its characters. 32 random hex digits have
 * 110.
 */
const MIN_BITS = 90;
const encoder = new TextEncoder();

/** The shortest text of which this one is a repetition. */
function unitOf(bytes: Uint8Array): Uint8Array {
  for (let length = 1; length <= bytes.length / 2; length += 1) {
    if (bytes.every((byte, index) => byte === bytes[index % length]))
      return bytes.subarray(0, length);
  }
  return bytes;
}

function bitsOf(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce(
    (bits, count) => bits + count * Math.log2(values.length / count),
    0,
  );
}

/** An upper bound of a string's entropy: of its characters, and of the steps between them. */
function guessedBits(bytes: Uint8Array): number {
  const unit = [...unitOf(bytes)];
  const steps = unit.slice(1).map((byte, index) => byte - (unit[index] ?? 0));
  return Math.min(bitsOf(unit), bitsOf(steps));
}

/**
 * Checks the secrets of the relay, or of another `owner`, without using them yet.
 *
 * @throws ConfigurationError when there is none, one is short or easy to guess, or two are the same
 */
export function checkSecrets(
  secret: string | readonly string[],
  owner = 'the relay',
): readonly string[] {
  const secrets: readonly string[] = typeof secret === 'string' ? [secret] : secret;
  const action = 'Make one with `openssl rand -base64 48`.';
  const isLongEnough = (text: unknown) =>
    typeof text === 'string' && encoder.encode(text).length >= MIN_SECRET_BYTES;
  if (secrets.length === 0 || !secrets.every(isLongEnough)) {
    const message = `Every secret of ${owner} needs at least ${MIN_SECRET_BYTES} bytes.`;
    throw new ConfigurationError('secret', message, action);
  }
  if (secrets.some((text) => guessedBits(encoder.encode(text)) < MIN_BITS)) {
    const message = `A secret of ${owner} is easy to guess: it repeats or counts.`;
    throw new ConfigurationError('secret', message, action);
  }
  if (new Set(secrets).size !== secrets.length) {
    const once = 'List each secret once, the newest first.';
    throw new ConfigurationError('secret', `Two secrets of ${owner} are the same.`, once);
  }
  return secrets;
}
