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
  const client: unknown = name.startsWith('agent.') ? agent : platform;
  return path.reduce((owner, part) => (owner as Record<string, unknown>)[part], client) as DryRun;
}

const credentials = {
  platform: ['-u "$PAYMENTS_TOKEN_ID:$PAYMENTS_CLIENT_SECRET"'],
  agent: ['-H "authorization: Bearer $AGENT_ACCESS_TOKEN"'],
  none: [],
} as const;

const stamp = (payload: string) => `-H 'service-wallet-signature: <stamp of ${payload}>'`;

/** An operation's example as commands of curl: two of them for the signed retry. */
export function curlOf({ name, row }: NamedOperation): string {
  const sent = methodOf(name).dryRun(exampleOf(name).input).toCurl();
  const [first = '', ...rest] = sent.replaceAll('[redacted]', '<secret>').split(' \\\n  ');
  const kept = rest.filter((line) => !/^-H '(?:accept|authorization|user-agent):/.test(line));
  const request = (...headers: readonly string[]) =>
    [first, ...headers, ...credentials[row.auth], ...kept].join(' \\\n  ');
  if (row.signing === 'inline') return request(stamp("the quote's payloadToSign"));
  if (row.signing !== 'required') return request();
  const second = request(stamp('payloadToSign'), "-H 'request-id: <requestId of the challenge>'");
  return `# 1. Responds with 202 and a challenge; nothing has changed yet.\n${request()}\n\n# 2. The same bytes, with the stamp.\n${second}`;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/** The longest line that a value is written on. */
const MAX_LINE = 72;

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

function grouped(value: number): string {
  return Number.isInteger(value) && value >= 10_000
    ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_')
    : String(value);
}

/**
 * A value as source text; bytes as a `Uint8Array`.
 *
 * @param expressions source text in place of certain strings: `session.id` of `Session:c3d9`
 */
export function literal(
  value: unknown,
  expressions: ReadonlyMap<string, string> = new Map(),
  indent = '',
): string {
  if (typeof value === 'string') return expressions.get(value) ?? quoted(value);
  if (typeof value === 'number') return grouped(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Uint8Array) return `new Uint8Array([${[...value].join(', ')}])`;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(([name, item]) => {
    const text = literal(item, expressions, inner);
    if (isList) return text;
    return `${identifier.test(name) ? name : quoted(name)}: ${text}`;
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const space = isList ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= MAX_LINE) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}
