/** Wraps a function so that it computes the value of each key once, and keeps it as long as the key. */
export function byKey<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const kept = values.get(key);
    if (kept !== undefined) return kept.value;
    const value = compute(key);
    values.set(key, { value });
    return value;
  };
}
