/** A fenced block of code on a page. */
export interface Block {
  readonly language: string;
  /** The line of the page that is the first line of the code. */
  readonly first: number;
  readonly code: string;
  /** The declarations that a comment `<!-- with: … -->` before it adds, on one line. */
  readonly given: string;
  /** The path of the file that its label names. Its project compiles it. */
  readonly file?: string;
}

/**
 * The languages of blocks; a block without one is plain text. TypeScript has two spellings: a block in
 * another one would not be compiled.
 */
const languages = 'html js json mermaid sh svelte text ts tsx vue yaml'.split(' ');

const fence = /^[ \t>]*(?:[-*+] +|\d+\. +)?(`{3,}|~{3,})(.*)$/;
const checkedFence = new RegExp(`^\`\`\`(?:$|(${languages.join('|')})(?: \\[(.+)\\])?$)`);
const given = /<!-- with: ((?:(?!-->)[\s\S])*?) -->\s*$/;
/** The path in the label of a block: `app/page.tsx` of `Next.js: app/page.tsx`. */
const filePath = /^(?:[^:]+: )?(\S+\.(?:tsx?|html|vue|svelte))$/;

/**
 * Reads the blocks of a page.
 *
 * @returns the blocks, and for each one that no check would read its line and what to write
 */
export function blocksOf(text: string): {
  readonly blocks: readonly Block[];
  readonly problems: readonly string[];
} {
  const blocks: Block[] = [];
  const problems: string[] = [];
  const lines = text.split('\n');
  for (let start = 0; start < lines.length; start += 1) {
    const line = lines[start] ?? '';
    const marks = fence.exec(line)?.[1];
    if (marks === undefined) continue;
    const length = lines.slice(start + 1).findIndex((each) => {
      const [, end = '', rest = ''] = fence.exec(each) ?? [];
      return end.startsWith(marks) && rest.trim() === '';
    });
    const first = start + 1;
    const end = length === -1 ? lines.length : first + length;
    const checked = checkedFence.exec(line);
    const [, language = '', label = ''] = checked ?? [];
    const file = filePath.exec(label)?.[1];
    if (checked === null || (/html|vue|svelte/.test(language) && file === undefined)) {
      problems.push(
        `${first}: "${line.trim()}" is not checked: begin a block in the first column with \`\`\` and one of ${languages.join(', ')}, then only a label: [Node]; the label of html, vue and svelte names a file of an example`,
      );
    } else {
      const declared = given.exec(lines.slice(0, start).join('\n'))?.[1] ?? '';
      blocks.push({
        language,
        first: first + 1,
        code: `${lines.slice(first, end).join('\n')}\n`,
        given: declared.replaceAll('\n', ' '),
        ...(file !== undefined && { file }),
      });
    }
    start = end;
  }
  return { blocks, problems };
}
