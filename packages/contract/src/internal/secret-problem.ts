const MIN_SECRET_BYTES = 32;
/** The entropy of a string in bits, from the frequencies of its characters. 32 random hex digits have 110. */
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

/** Why secrets cannot be used, and what to do. */
export interface SecretProblem {
  readonly message: string;
  readonly action: string;
}

/**
 * Checks the secrets of an `owner`, such as the relay, without using them yet: there is none, one is
 * short or easy to guess, or two are the same. Undefined if they can be used.
 */
export function secretProblem(
  secrets: readonly unknown[],
  owner: string,
): SecretProblem | undefined {
  const action = 'Make one with `openssl rand -base64 48`.';
  const texts = secrets
    .filter((text) => typeof text === 'string')
    .map((text) => encoder.encode(text));
  const isShort = texts.some(({ length }) => length < MIN_SECRET_BYTES);
  if (texts.length === 0 || texts.length < secrets.length || isShort) {
    const message = `Every secret of ${owner} needs at least ${MIN_SECRET_BYTES} bytes.`;
    return { message, action };
  }
  if (texts.some((bytes) => guessedBits(bytes) < MIN_BITS)) {
    return { message: `A secret of ${owner} is easy to guess: it repeats or counts.`, action };
  }
  if (new Set(secrets).size === secrets.length) return undefined;
  const once = 'List each secret once, the newest first.';
  return { message: `Two secrets of ${owner} are the same.`, action: once };
}
