/** A fenced block of code on a page. */
export interface Block {
  readonly language: string;
  /** The line of the page that is the first line of the code. */
  readonly first: number;
  readonly code: string;
  /** The declarations that a comment `<!-- with: … -->` before it adds, on one line. */
  readonly given: string;
  /** The path of the file that its tab names. Its project compiles it. */
  readonly file?: string;
}

/**
 * The languages of blocks; a block without one is plain text. TypeScript has two spellings: a block in
 * another one would not be compiled.
 */
const languages = ['js', 'json', 'mermaid', 'sh', 'svelte', 'text', 'ts', 'tsx', 'vue', 'yaml'];

const fence = /^[ \t>]*(?:[-*+] +|\d+\. +)?(`{3,}|~{3,})(.*)$/;
const checkedFence = new RegExp(`^\`\`\`(?:$|(${languages.join('|')})(?: \\[(.+)\\])?$)`);
const given = /<!-- with: ((?:(?!-->)[\s\S])*?) -->\s*$/;

/** The path in the label of a tab: `app/page.tsx` of `Next.js: app/page.tsx`. */
function fileOf(label = ''): string | undefined {
  return /^(?:[^:]+: )?(\S+\.(?:tsx?|vue|svelte))$/.exec(label)?.[1];
}

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
  for (let index = 0; index < lines.length; index += 1) {
    const [line = '', marks = ''] = fence.exec(lines[index] ?? '') ?? [];
    if (line === '') continue;
    const start = index + 1;
    const isEnd = (each: string) => {
      const [, end = '', rest = ''] = fence.exec(each) ?? [];
      return end.startsWith(marks) && rest.trim() === '';
    };
    index = lines.findIndex((each, at) => at >= start && isEnd(each));
    if (index === -1) index = lines.length;
    const checked = checkedFence.exec(line);
    const [, language = '', label] = checked ?? [];
    const file = fileOf(label);
    if (checked === null || (/vue|svelte/.test(language) && file === undefined)) {
      problems.push(
        `${start}: "${line.trim()}" is not checked: begin a block in the first column with \`\`\` and one of ${languages.join(', ')}, then only a label: [Node]; the label of vue and svelte names a file of an example`,
      );
      continue;
    }
    blocks.push({
      language,
      first: start + 1,
      code: `${lines.slice(start, index).join('\n')}\n`,
      given: (given.exec(lines.slice(0, start - 1).join('\n'))?.[1] ?? '').replaceAll('\n', ' '),
      ...(file !== undefined && { file }),
    });
  }
  return { blocks, problems };
}
