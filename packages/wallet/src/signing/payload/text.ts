import { apply, exec, slice } from '../../platform/captured.ts';

/** The result of `pattern.exec(text)`, by the function that the wallet's first file captured. */
export function execute(pattern: RegExp, text: string): RegExpExecArray | null {
  return apply(exec, pattern, [text]);
}

/** The result of `text.slice(from, to)`, by the function that the wallet's first file captured. */
export function sliceOf(text: string, from: number, to: number): string {
  return apply(slice, text, [from, to]);
}
