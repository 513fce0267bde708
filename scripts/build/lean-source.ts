/** A line at which a block of a library's source begins, and what is left of the block. */
export type Cut = readonly [start: string, left?: string];

/** A piece of the source, found everywhere, and what stands in its place. */
export type Edit = readonly [piece: string | RegExp, left: string];

/** What is left out of one file of a library. */
export interface Lean {
  readonly cuts?: readonly Cut[];
  readonly edits?: readonly Edit[];
}

/** Leaves out the block that begins at a line, up to the line that closes it. */
function withoutBlock(source: string, [start, left = '']: Cut): string {
  const lines = source.split('\n');
  const indentOf = (line: string) => line.length - line.trimStart().length;
  const found = lines.flatMap((line, at) => (line.trimStart().startsWith(start) ? [at] : []));
  const [first] = found;
  if (first === undefined || found.length > 1) {
    throw new Error(`${found.length} lines begin with ${start}`);
  }
  const indent = indentOf(lines[first] ?? '');
  const last = lines.findIndex(
    (line, at) => at > first && indentOf(line) === indent && line.trimStart().startsWith('}'),
  );
  lines.splice(first, last - first + 1, left);
  return lines.join('\n');
}

function withoutPiece(source: string, [piece, left]: Edit): string {
  const changed = source.replaceAll(piece, left);
  if (changed === source) throw new Error(`${piece} is missing`);
  return changed;
}

/**
 * Returns the source of a file of a library with what is used of it.
 *
 * @throws Error where the library has changed; it names the list to update
 */
export function leanSource(source: string, { cuts = [], edits = [] }: Lean, list: string): string {
  try {
    return edits.reduce(withoutPiece, cuts.reduce(withoutBlock, source));
  } catch (error) {
    throw new Error(`The library has changed: ${(error as Error).message}; update ${list}`);
  }
}
