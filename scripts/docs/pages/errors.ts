import { type ErrorCode, errorCodesOf, operations } from '@org/payments-contract';
import type { GeneratedPage } from '../../../docs/.vitepress/navigation.ts';
import { onlyByFault } from '../../../packages/mock/test/support/only-by-fault.ts';
import { type CodeEntry, codeSources, entriesByCode } from '../facts/error-codes.ts';
import { blocks, cell, errorPath, operationLink, prose, table } from './markdown.ts';

/** The list of the codes of each source, each with a link to its page, with the first source that has it. */
export function errorLists(): readonly (readonly [name: string, list: string])[] {
  const all = [...entriesByCode()];
  return Object.entries(codeSources).map(([name, source]) => {
    const own = all.filter(([, [first]]) => first.source === source);
    const rows = own.map(([code, entries]) => [
      `[\`${code}\`](${errorPath(code)})`,
      [...new Set(entries.flatMap(({ status }) => status ?? []))].join(', '),
      entries.map(({ meaning }) => cell(meaning)).join(' '),
    ]);
    return [`errors-${name}`, table(['Code', 'Status', 'Meaning'], rows)];
  });
}

function section({ source, meaning, status, retryable, action, error }: CodeEntry): string {
  const carrier = error ?? source.error;
  return blocks(
    `## ${source.subject}`,
    prose(meaning),
    `**What to do.** ${prose(action)}`,
    [
      ...(status === undefined ? [] : [`- **Status:** ${status}`]),
      ...(retryable === undefined ? [] : [`- **Retryable:** ${retryable ? 'yes' : 'no'}`]),
      `- **Error:** ${carrier === undefined ? 'of the class that the status calls for' : `\`${carrier}\``}`,
      `- **Package:** \`${source.package}\``,
    ].join('\n'),
  );
}

/** How a program finds the error: the classes of the SDK share `isPaymentsError`. */
function handling(code: string): string {
  return `## In code

\`\`\`ts
import { isPaymentsError } from '@org/payments-sdk';

function isThisOne(error: unknown): boolean {
  return isPaymentsError(error) && error.code === '${code}';
}
\`\`\``;
}

function usedBy(code: string): string {
  const all = operations();
  const names = all
    .filter(({ row }) => (errorCodesOf(row) as readonly string[]).includes(code))
    .map(({ name }) => name);
  const reason = onlyByFault[code as ErrorCode];
  if (reason !== undefined) return `The mock returns it only by a fault. ${reason}`;
  return names.length > all.length / 2
    ? `${names.length} of the ${all.length} operations declare it.`
    : names.map(operationLink).join(', ');
}

/** A page for every error code, at the address in `error.docs`. */
export function errorPages(): GeneratedPage[] {
  return [...entriesByCode()].map(([code, entries]) => {
    const [{ source, meaning }] = entries;
    const operations = usedBy(code);
    return {
      slug: code,
      title: code,
      description: meaning,
      group: source.subject,
      content: blocks(
        `# ${code}`,
        ...entries.map(section),
        source.package === '@org/payments-sdk' ? handling(code) : '',
        operations === '' ? '' : `## Operations\n\n${operations}`,
        'Every code: [Errors](/errors/). What an error means for a write: [Outcomes of a call](/concepts/outcomes).',
      ),
    };
  });
}
