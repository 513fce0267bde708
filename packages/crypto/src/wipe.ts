/** Overwrites buffers that held a secret. Copies made by the engine stay out of reach. */
export function wipe(...buffers: ReadonlyArray<Uint8Array | ArrayBuffer | undefined>): void {
  for (const buffer of buffers) {
    if (buffer instanceof ArrayBuffer) new Uint8Array(buffer).fill(0);
    else buffer?.fill(0);
  }
}
