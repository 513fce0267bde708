import { type ErrorCode, errorCodesOf, operations } from '@org/payments-contract';
import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { onlyByFault } from '../../../packages/mock/test/support/only-by-fault.ts';
import { allCodes, type CodeFacts, type CodeSource } from '../../generate/error-codes.ts';
import { table } from '../../generate/page.ts';
import { cell, prose } from './field-table.ts';
import { operationLink } from './operation-page.ts';
import { errorPath } from './slug.ts';

const groups: readonly (readonly [CodeSource, string, string])[] = [
  [
    'service',
    'Service errors',
    'An `ApiError`; its class follows from the status. `retryable` is true where the same request may succeed when it is sent again; the client repeats it where that is safe.',
  ],
  [
    'client',
    'Client errors',
    'Errors of `@org/payments-sdk` itself: before anything was sent, on the way, or in the response.',
  ],
  [
    'webhooks',
    'Webhooks',
    'A `WebhookError` of `@org/payments-sdk/webhooks`. The status is that of the response to the delivery.',
  ],
  [
    'relay',
    'Relay errors',
    'The body of a response of the relay, and a `RelayRefusal` of `@org/payments-relay` in its process. A `WalletError` names the code in `serviceCode`.',
  ],
  ['crypto', 'Cryptography errors', 'A `CryptoError` of `@org/payments-crypto`.'],
  ['wallet', 'Wallet errors', 'Errors of `@org/payments-wallet`.'],
  [
    'mcp',
    'MCP server errors',
    'Errors that `@org/payments-mcp` finds itself: in `error` of a result with `isError`, or in `data` of a JSON-RPC error. Errors of the service and of the client pass through unchanged.',
  ],
];

function row(facts: readonly CodeFacts[]): string[] {
  const [first] = facts;
  const code = first?.code ?? '';
  const statuses = new Set(facts.flatMap(({ status }) => (status === undefined ? [] : [status])));
  return [
    `[\`${code}\`](${errorPath(code)})`,
    [...statuses].join(', '),
    facts.map(({ meaning }) => cell(meaning)).join(' '),
  ];
}

/** The list of every error, by the package that has it first, each with a link to its page. */
export function errorList(): GeneratedPage {
  const byCode = Map.groupBy(allCodes(), ({ code }) => code);
  const sections = groups.flatMap(([source, title, introduction]) => {
    const entries = [...byCode.values()].filter((facts) => facts[0]?.source === source);
    return [`## ${title}`, introduction, table(['Code', 'Status', 'Meaning'], entries.map(row))];
  });
  const parts = [
    '# Error codes',
    'Every error has a `code`, and its `docs` leads to its page. Switch on the code; messages are for people and may change. The service can add codes: for one that is not listed here, decide by the status.',
    ...sections,
  ];
  return {
    slug: 'index',
    title: 'Error codes',
    description: 'Every error code and its meaning, with a link to what to do.',
    group: 'Errors',
    content: `${parts.join('\n\n')}\n`,
  };
}

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
  relay: '@org/payments-relay',
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
  const reason = onlyByFault[code as ErrorCode];
  if (reason !== undefined)
    return `## Operations\n\nThe mock returns it only by a fault. ${reason}`;
  if (names.length === 0) return '';
  const all = operations().length;
  if (names.length > all / 2)
    return `## Operations\n\n${names.length} of the ${all} operations declare it.`;
  return `## Operations\n\n${names.map(operationLink).join(', ')}`;
}

/** A page for every error code, at the address in \`error.docs\`. */
export function errorPages(): GeneratedPage[] {
  const byCode = Map.groupBy(allCodes(), ({ code }) => code);
  return [...byCode].map(([code, facts]) => {
    const [first] = facts;
    const parts = [
      `# ${code}`,
      ...facts.map(section),
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
