import type { CalledName } from './payments-error.ts';
import { PaymentsError } from './payments-error.ts';

/** A resource did not reach the awaited state: the deadline passed, or the state can no longer be reached. */
export class WaitError extends PaymentsError {
  override readonly name = 'WaitError';
  /** `deadline`: not in time. `unreachable`: its state cannot become one of the awaited ones. */
  readonly why: 'deadline' | 'unreachable';
  /** The state at the last read. */
  readonly state: string | undefined;
  /** The resource as of the last read. */
  declare readonly last: unknown;

  constructor(
    why: 'deadline' | 'unreachable',
    fields: {
      readonly operation: CalledName;
      readonly state: string | undefined;
      readonly last: unknown;
    },
  ) {
    const { operation, state, last } = fields;
    super(
      why === 'deadline'
        ? state === undefined
          ? 'The awaited state was not reached in time; no read of the resource succeeded.'
          : `The awaited state was not reached in time; the last state read was ${state}.`
        : `The awaited state can no longer be reached from ${state}.`,
      {
        code: 'WAIT_ENDED',
        fault: 'caller',
        retryable: why === 'deadline',
        action: 'Read `last`, the resource as of the last read.',
        operation,
      },
    );
    this.why = why;
    this.state = state;
    Object.defineProperty(this, 'last', { value: last });
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), why: this.why, state: this.state };
  }
}
