/** Creates a value once, on first use, and again only if that failed. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  // Without `catch`: a script that replaces `then` would be handed the value.
  async function attempt(): Promise<T> {
    try {
      return await make();
    } catch (cause) {
      made = undefined;
      throw cause;
    }
  }
  return () => {
    made ??= attempt();
    return made;
  };
}
