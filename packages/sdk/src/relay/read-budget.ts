import { RelayRefusal } from './refusal.ts';

/** Counts the reads one call may cause at the service. */
export class ReadBudget {
  #left: number;

  constructor(reads: number) {
    this.#left = reads;
  }

  /** @throws RelayRefusal 400 when the call would need more reads than it may cause */
  spend(): void {
    this.#left -= 1;
    if (this.#left >= 0) return;
    const message = 'The call needs too many reads. Send `accountId`, or name fewer resources.';
    throw new RelayRefusal(400, 'INVALID_INPUT', { message });
  }
}
