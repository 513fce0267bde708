import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '@org/payments-contract';
import { CryptoError, type CryptoErrorCode } from '@org/payments-crypto';
import { relayErrorCodes } from '@org/payments-relay';
import { clientErrorCodes } from '@org/payments-sdk';
import { runErrorCodes } from '@org/payments-sdk/run';
import { webhookErrorCodes } from '@org/payments-sdk/webhooks';
import {
  type RareErrorCode,
  rareActions,
  rareError,
} from '../../../packages/crypto/src/rare-error.ts';
import { mcpErrorCodes } from '../../../packages/mcp/src/errors/mcp-codes.ts';
import { errorFacts } from '../../../packages/wallet/src/errors/error-facts.ts';
import { root } from '../../lib/workspace.ts';

/** The facts that one source has about a code. */
interface CodeFacts {
  readonly meaning: string;
  readonly action: string;
  readonly status?: number;
  readonly retryable?: boolean;
  /** The class that carries it, if not that of its source. */
  readonly error?: string;
}

/** Who returns codes. */
export interface CodeSource {
  /** `The service`, as the heading of its section on the page of a code. */
  readonly subject: string;
  readonly package: string;
  /** The class that carries its codes; undefined if each has its own. */
  readonly error?: string;
  readonly codes: Readonly<Record<string, CodeFacts>>;
}

/** The meanings of the codes of the cryptography: its sources have them in a doc comment alone. */
function cryptoCodes(): Record<string, CodeFacts> {
  const source = readFileSync(join(root, 'packages/crypto/src/crypto-error.ts'), 'utf8');
  const documented = [...source.matchAll(/^ \* \| (`[A-Z0-9_`, ]+) \| (.+) \|$/gm)].flatMap(
    ([, codes = '', text = '']) => {
      const meaning = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
      return [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, meaning] as const);
    },
  );
  const declared = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code);
  if (documented.map(([code]) => code).join() !== declared.join()) {
    throw new Error('crypto-error.ts: the codes and their table differ');
  }
  return Object.fromEntries(
    documented.map(([code, meaning]) => {
      const { action } = Object.hasOwn(rareActions, code)
        ? rareError(code as RareErrorCode, '')
        : new CryptoError(code as CryptoErrorCode, '');
      return [code, { meaning, action }];
    }),
  );
}

const userActions = {
  retry: 'Let the person try again.',
  use_another_method: 'Offer another way to sign in.',
  request_new_code: 'Offer to send a new code.',
  reauthenticate: 'Ask the person to sign in again.',
  open_in_browser: 'Ask the person to open the page in a browser window of its own, over https.',
} as const;

function walletCodes(): Record<string, CodeFacts> {
  return Object.fromEntries(
    Object.entries(errorFacts).map(([code, facts]) => {
      const action = 'action' in facts ? facts.action : userActions[facts.userAction];
      return [code, { meaning: facts.message, action }];
    }),
  );
}

function source(
  subject: string,
  name: string,
  codes: CodeSource['codes'],
  error?: string,
): CodeSource {
  return { subject, package: `@org/payments-${name}`, codes, ...(error && { error }) };
}

/** Every code, from the one table of each package. */
export const codeSources = {
  service: source('The service', 'sdk', errorCodes),
  client: source('The client', 'sdk', clientErrorCodes),
  webhooks: source('The webhook handler', 'sdk/webhooks', webhookErrorCodes, 'WebhookError'),
  run: source('A run of payments', 'sdk/run', runErrorCodes, 'RunError'),
  relay: source('The relay', 'relay', relayErrorCodes, 'RelayRefusal'),
  crypto: source('The cryptography', 'crypto', cryptoCodes(), 'CryptoError'),
  wallet: source('The wallet', 'wallet', walletCodes(), 'WalletError'),
  mcp: source('The MCP server', 'mcp', mcpErrorCodes),
};

/** What one source says of a code. */
export interface CodeEntry extends CodeFacts {
  readonly source: CodeSource;
}

/** What each source says of each code; a code is listed with the first source that has it. */
export function entriesByCode(): ReadonlyMap<string, readonly [CodeEntry, ...CodeEntry[]]> {
  const found = new Map<string, readonly [CodeEntry, ...CodeEntry[]]>();
  for (const source of Object.values(codeSources)) {
    for (const [code, facts] of Object.entries(source.codes)) {
      const before = found.get(code);
      const entry = { ...facts, source };
      found.set(code, before === undefined ? [entry] : [...before, entry]);
    }
  }
  return found;
}
