/** A stamper that keeps what it signs. */
export function stamper() {
  const payloads: string[] = [];
  return {
    payloads,
    stamp: async (text: string) => {
      payloads.push(text);
      return `stamp-${payloads.length}`;
    },
  };
}

/** A stamper that never settles; `asked` resolves when it is called. */
export function hangingStamper() {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const stamp = () => {
    resolve();
    return new Promise<never>(() => {});
  };
  return { asked, stamp };
}
