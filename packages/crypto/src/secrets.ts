/** Overwrites buffers that held a secret. Copies made by the engine stay out of reach. */
export function wipe(...buffers: ReadonlyArray<Uint8Array | ArrayBuffer | undefined>): void {
  for (const buffer of buffers) {
    if (buffer instanceof ArrayBuffer) new Uint8Array(buffer).fill(0);
    else buffer?.fill(0);
  }
}

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
