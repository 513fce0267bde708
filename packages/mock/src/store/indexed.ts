/** Returns a value as an index has it: a UMA address is the same in any case. */
export const indexed = (value: string) => (/^\$.+@/.test(value) ? value.toLowerCase() : value);
