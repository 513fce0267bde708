import { wipe } from './wipe.ts';

/** The secret buffers of one computation, kept so that all of them can be overwritten at its end. */
export class Secrets {
  readonly #buffers: (Uint8Array | ArrayBuffer)[] = [];

  /** Adds a buffer and returns it. */
  keep<Kept extends Uint8Array | ArrayBuffer>(buffer: Kept): Kept {
    this.#buffers.push(buffer);
    return buffer;
  }

  /** Overwrites every buffer that was kept. */
  wipe(): void {
    wipe(...this.#buffers.splice(0));
  }
}
