import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '@org/payments-contract';
import { CryptoError, type CryptoErrorCode } from '@org/payments-crypto';
import { relayErrorCodes } from '@org/payments-relay';
import { clientErrorCodes } from '@org/payments-sdk';
import { webhookErrorCodes } from '@org/payments-sdk/webhooks';
import ts from 'typescript';
import { mcpErrorCodes } from '../../packages/mcp/src/errors/mcp-codes.ts';
import { errorFacts } from '../../packages/wallet/src/errors/error-facts.ts';
import { root } from '../lib/workspace.ts';

const tableRow = /^ \* \| (`[A-Z0-9_`, ]+) \| (.+) \|$/gm;
const codeText = /^[A-Z][A-Z0-9_]+$/;

function codesInStrings(path: string, source: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && codeText.test(node.text)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

/** The codes and meanings in the table of a source's doc comment: `` | `CODE`, `CODE` | meaning | ``. */
export function codesInComment(source: string): Map<string, string> {
  const rows = [...source.matchAll(tableRow)].flatMap(([, codes = '', meaning = '']) =>
    [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, meaning] as const),
  );
  return new Map(rows);
}

/**
 * The codes that a file declares, with the meanings that its doc comment lists.
 *
 * @throws Error when the comment lacks a code of the file, or has one that is not in the file
 */
function documentedCodes(path: string): Map<string, string> {
  const source = readFileSync(join(root, path), 'utf8');
  const documented = codesInComment(source);
  const declared = codesInStrings(path, source);
  const differing = [
    ...[...declared].filter((code) => !documented.has(code)),
    ...[...documented.keys()].filter((code) => !declared.has(code)),
  ];
  if (declared.size === 0 || differing.length > 0) {
    throw new Error(`${path}: the codes and their table differ: ${differing.join(', ')}`);
  }
  return documented;
}

/** Who returns a code. */
export type CodeSource = 'service' | 'client' | 'webhooks' | 'relay' | 'crypto' | 'wallet' | 'mcp';

/** The facts that one source has about a code. */
export interface CodeFacts {
  readonly code: string;
  readonly source: CodeSource;
  readonly meaning: string;
  readonly status?: number;
  readonly retryable?: boolean;
  readonly action?: string;
  /** The class that carries it. */
  readonly error?: string;
}

const userActions = {
  retry: 'Let the person try again.',
  use_another_method: 'Offer another way to sign in.',
  request_new_code: 'Offer to send a new code.',
  reauthenticate: 'Ask the person to sign in again.',
  open_in_browser: 'Ask the person to open the page in a browser window of its own, over https.',
} as const;

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** Returns every code, from the one table of each package. */
export function allCodes(): CodeFacts[] {
  const service = Object.entries(errorCodes).map(
    ([code, facts]): CodeFacts => ({ code, source: 'service', ...facts }),
  );
  const client = Object.entries(clientErrorCodes).map(
    ([code, facts]): CodeFacts => ({ code, source: 'client', ...facts }),
  );
  const webhooks = Object.entries(webhookErrorCodes).map(
    ([code, { fault: _, ...facts }]): CodeFacts => ({
      code,
      source: 'webhooks',
      error: 'WebhookError',
      ...facts,
    }),
  );
  const relay = Object.entries(relayErrorCodes).map(
    ([code, facts]): CodeFacts => ({ code, source: 'relay', error: 'RelayRefusal', ...facts }),
  );
  const crypto = [...documentedCodes('packages/crypto/src/crypto-error.ts')].map(
    ([code, meaning]): CodeFacts => ({
      code,
      source: 'crypto',
      meaning: sentence(meaning),
      action: new CryptoError(code as CryptoErrorCode, '').action,
      error: 'CryptoError',
    }),
  );
  const wallet = Object.entries(errorFacts).map(
    ([code, facts]): CodeFacts => ({
      code,
      source: 'wallet',
      meaning: facts.message,
      action: 'action' in facts ? facts.action : userActions[facts.userAction],
      error: 'WalletError',
    }),
  );
  const mcp = Object.entries(mcpErrorCodes).map(
    ([code, facts]): CodeFacts => ({ code, source: 'mcp', ...facts }),
  );
  return [...service, ...client, ...webhooks, ...relay, ...crypto, ...wallet, ...mcp];
}
