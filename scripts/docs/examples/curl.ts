import type { NamedOperation } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';

const baseUrl = 'https://api.example.com/2025-10-13';
const platform = createPaymentsClient({
  baseUrl,
  tokenId: 'id',
  clientSecret: 'not-a-real-secret',
});
const agent = createAgentClient({ baseUrl, accessToken: 'not-a-real-token' });

interface DryRun {
  dryRun(input: unknown): { toCurl(): string };
}

function methodOf(name: string): DryRun {
  const path = name.replace(/^agent\./, '').split('.');
  let found: unknown = name.startsWith('agent.') ? agent : platform;
  for (const part of path) found = (found as Readonly<Record<string, unknown>>)[part];
  return found as DryRun;
}

const credentials = {
  platform: '-u "$PAYMENTS_TOKEN_ID:$PAYMENTS_CLIENT_SECRET"',
  agent: '-H "authorization: Bearer $AGENT_ACCESS_TOKEN"',
  none: '',
} as const;

/** The headers of the second leg of a signed retry. */
const stamped = [
  "-H 'service-wallet-signature: <stamp of payloadToSign>'",
  "-H 'request-id: <requestId of the challenge>'",
];

function withLines(curl: string, lines: readonly string[]): string {
  const [first = '', ...rest] = curl.split(' \\\n  ');
  return [first, ...lines, ...rest].join(' \\\n  ');
}

/** An operation's example as commands of curl: two of them for the signed retry. */
export function curlOf({ name, row }: NamedOperation): string {
  const sent = methodOf(name).dryRun(exampleOf(name).input).toCurl();
  const [first = '', ...rest] = sent.replaceAll('[redacted]', '<secret>').split(' \\\n  ');
  const kept = rest.filter((line) => !/^-H '(?:accept|authorization|user-agent):/.test(line));
  const auth = credentials[row.auth];
  const request = [first, ...(auth === '' ? [] : [auth]), ...kept].join(' \\\n  ');
  if (row.signing === 'inline') {
    const signature = stamped[0]?.replace('payloadToSign', "the quote's payloadToSign") ?? '';
    return withLines(request, [signature]);
  }
  if (row.signing !== 'required') return request;
  return `# 1. Responds with 202 and a challenge; nothing has changed yet.\n${request}\n\n# 2. The same bytes, with the stamp.\n${withLines(request, stamped)}`;
}
