import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { allCodes, type CodeFacts, type CodeSource } from '../../generate/error-codes.ts';

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
    'The body of a response of the relay, and a `RelayRefusal` of `@org/payments-sdk/relay` in its process. A `WalletError` names the code in `serviceCode`.',
  ],
  ['crypto', 'Cryptography errors', 'A `CryptoError` of `@org/payments-crypto`.'],
  ['wallet', 'Wallet errors', 'Errors of `@org/payments-wallet`.'],
  [
    'mcp',
    'MCP server errors',
    'Errors that `@org/payments-mcp` finds itself: in `error` of a result with `isError`, or in `data` of a JSON-RPC error. Errors of the service and of the client pass through unchanged.',
  ],
];

const names: Readonly<Record<CodeSource, string>> = {
  service: 'The service',
  client: 'The client',
  webhooks: 'The webhook handler',
  relay: 'The relay',
  crypto: 'The cryptography',
  wallet: 'The wallet',
  mcp: 'The MCP server',
};

function facts({ source, status, retryable, error }: CodeFacts): string {
  const parts = [
    names[source],
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(error === undefined ? [] : [`\`${error}\``]),
    ...(retryable === undefined ? [] : [retryable ? 'retryable' : 'not retryable']),
  ];
  return `*${parts.join(', ')}.*`;
}

function entry(said: readonly CodeFacts[]): string {
  const paragraphs = said.map((one) =>
    [facts(one), one.meaning, ...(one.action === undefined ? [] : [`**Do:** ${one.action}`])].join(
      ' ',
    ),
  );
  return [`### ${said[0]?.code}`, ...paragraphs].join('\n\n');
}

/**
 * The list of every error: one heading for each code, so that its anchor is the code in lower case. A
 * code that several packages use has one heading with the text of each.
 */
export function errorList(): GeneratedPage {
  const all = allCodes();
  const byCode = Map.groupBy(all, ({ code }) => code);
  const sections = groups.flatMap(([source, title, introduction]) => {
    const entries = [...byCode.values()].filter((said) => said[0]?.source === source);
    return [`## ${title}`, introduction, ...entries.map(entry)];
  });
  const parts = [
    '# Errors',
    'Every error has a `code`, and its `docs` leads to its page. Switch on the code; messages are for people and may change. The service can add codes: for one that is not listed here, decide by the status.',
    ...sections,
  ];
  return {
    slug: 'index',
    title: 'Errors',
    description: 'Every error code: its meaning, and what to do.',
    group: 'Errors',
    content: `${parts.join('\n\n')}\n`,
  };
}
