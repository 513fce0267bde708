import { errorCodesOf, operations } from '@org/payments-contract';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { allCodes, type CodeFacts, type CodeSource } from '../../generate/error-codes.ts';
import { prose } from './field-table.ts';
import { operationLink } from './operation-page.ts';

const sources: Readonly<Record<CodeSource, string>> = {
  service: 'The service',
  client: 'The client',
  webhooks: 'The webhook handler',
  relay: 'The relay',
  crypto: 'The cryptography',
  wallet: 'The wallet',
  mcp: 'The MCP server',
};

const packages: Readonly<Record<CodeSource, string>> = {
  service: '@org/payments-sdk',
  client: '@org/payments-sdk',
  webhooks: '@org/payments-sdk/webhooks',
  relay: '@org/payments-sdk/relay',
  crypto: '@org/payments-crypto',
  wallet: '@org/payments-wallet',
  mcp: '@org/payments-mcp',
};

function section({ source, meaning, status, retryable, action, error }: CodeFacts): string {
  return [
    `## ${sources[source]}`,
    prose(meaning),
    ...(action === undefined ? [] : [`**What to do.** ${prose(action)}`]),
    [
      ...(status === undefined ? [] : [`- **Status:** ${status}`]),
      ...(retryable === undefined ? [] : [`- **Retryable:** ${retryable ? 'yes' : 'no'}`]),
      `- **Error:** ${error === undefined ? 'of the class that the status calls for' : `\`${error}\``}`,
      `- **Package:** \`${packages[source]}\``,
    ].join('\n'),
  ].join('\n\n');
}

/** How a program finds the error: the classes of the SDK share `isPaymentsError`. */
function handling({ code, source }: CodeFacts): string {
  if (source !== 'service' && source !== 'client') return '';
  return `## In code

\`\`\`ts
import { isPaymentsError } from '@org/payments-sdk';

function isThisOne(error: unknown): boolean {
  return isPaymentsError(error) && error.code === '${code}';
}
\`\`\``;
}

function usedBy(code: string): string {
  const names = operations()
    .filter(({ row }) => (errorCodesOf(row) as readonly string[]).includes(code))
    .map(({ name }) => name);
  if (names.length === 0) return '';
  const all = operations().length;
  if (names.length > all / 2)
    return `## Operations\n\n${names.length} of the ${all} operations declare it.`;
  return `## Operations\n\n${names.map(operationLink).join(', ')}`;
}

/** A page for every error code, at the address in \`error.docs\`. */
export function errorPages(): GeneratedPage[] {
  const byCode = Map.groupBy(allCodes(), ({ code }) => code);
  return [...byCode].map(([code, said]) => {
    const [first] = said;
    const parts = [
      `# ${code}`,
      ...said.map(section),
      ...(first === undefined ? [] : [handling(first)]),
      usedBy(code),
      'Every code: [Errors](/errors/). What an error means for a write: [Outcomes of a call](/concepts/outcomes).',
    ];
    return {
      slug: code,
      title: code,
      description: first?.meaning ?? '',
      group: sources[first?.source ?? 'client'],
      content: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
    };
  });
}
