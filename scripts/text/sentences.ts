/** A line of a file, without the marks of a comment. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

/** A sentence that people read, which may run over several lines. */
export interface Prose {
  readonly text: string;
  /** Returns the line on which a character of the text stands. */
  lineAt(index: number): number;
}

interface Place {
  readonly line: number;
  readonly start: number;
}

/** Joins lines by single spaces, and remembers where each began. */
function joined(lines: readonly Line[]): Prose {
  const places: Place[] = [];
  let text = '';
  for (const { line, text: part } of lines) {
    const bare = part.trim();
    if (bare === '') continue;
    if (text !== '') text += ' ';
    places.push({ line, start: text.length });
    text += bare;
  }
  const lineAt = (index: number): number =>
    places.findLast(({ start }) => start <= index)?.line ?? lines[0]?.line ?? 1;
  return { text, lineAt };
}

/** Groups lines into paragraphs: an empty line ends one, a line that opens an item begins one. */
function paragraphsOf(lines: readonly Line[], item?: RegExp): Line[][] {
  const paragraphs: Line[][] = [[]];
  for (const line of lines) {
    const isEmpty = line.text.trim() === '';
    if (isEmpty || item?.test(line.text)) paragraphs.push([]);
    if (!isEmpty) paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

function split({ text, lineAt }: Prose): Prose[] {
  return [...text.matchAll(/\S.*?(?:[.!?](?=\s)|$)/g)].map((found) => ({
    text: found[0],
    lineAt: (index) => lineAt(found.index + index),
  }));
}

/**
 * Splits lines into sentences, so that a phrase is found if it runs across two lines and a word of
 * one sentence does not excuse the next.
 *
 * @param item - Matches a line that begins a new paragraph without an empty line before it.
 */
export function sentencesOf(lines: readonly Line[], item?: RegExp): Prose[] {
  return paragraphsOf(lines, item).flatMap((paragraph) => split(joined(paragraph)));
}
