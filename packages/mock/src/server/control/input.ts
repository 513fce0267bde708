import type { MockClock } from '../../clock.ts';
import type { Fault, FaultList } from '../../faults/fault-list.ts';

/** The control API was asked for something it does not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object in a request; an empty one where it has no body. @throws UsageError */
export async function readJson(request: Request): Promise<Fields> {
  const text = await request.text();
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('The body is not valid JSON.');
  }
  if (!isFields(value)) throw new UsageError('The body must be a JSON object.');
  return value;
}

/** Moves a clock by `{ advance: duration }`, or to `{ set: instant }`. @throws UsageError */
export function moveClock(clock: MockClock, { advance, set }: Fields): void {
  const isInstant = typeof set === 'string' || typeof set === 'number';
  if (isInstant) clock.set(set);
  else if (isFields(advance)) {
    const isNumeric = Object.values(advance).every((value) => Number.isFinite(value));
    if (!isNumeric) throw new UsageError('A duration has numbers only, such as { "minutes": 5 }.');
    clock.advance(advance);
  } else throw new UsageError('Expected { "advance": { "minutes": 5 } } or { "set": "<time>" }.');
}

/** Adds the fault a request describes and returns how to take it away. @throws UsageError */
export function armFault(faults: Pick<FaultList, 'add'>, fields: Fields): () => void {
  const { effect } = fields;
  if (!isFields(effect) || typeof effect.kind !== 'string') {
    throw new UsageError(
      'Expected a fault such as { "leg": 2, "effect": { "kind": "lose-reply" } }.',
    );
  }
  return faults.add(fields as unknown as Fault);
}
