import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mock, MockOptions } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { expect, onTestFinished, vi } from 'vitest';
import { main } from '../src/bin/payments/main.ts';
import type { Terminal } from '../src/bin/payments/terminal.ts';
import { stage } from './stage.ts';

/** A mock with its own port, and a terminal at which a person types the given lines. */
export async function desk(
  replies: readonly string[] | undefined = undefined,
  stdin = '',
  options: MockOptions = {},
) {
  const setting = stage(options);
  const service = await listen(setting.mock, { port: 0 });
  // A test may have closed it.
  onTestFinished(() => service.close().catch(() => undefined));
  const folder = mkdtempSync(join(tmpdir(), 'payments-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { baseUrl, tokenId, clientSecret } = service.connection;
  const environment = {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_TOKEN_ID: tokenId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
    PAYMENTS_ACCESS_TOKEN: setting.accessToken,
  };
  const waiting = [...(replies ?? [])];
  const run = async (
    args: readonly string[],
    own: Record<string, string> = {},
    terminal: Partial<Terminal> = {},
  ) => {
    const shown = { out: '', errors: '' };
    const code = await main(
      args,
      { ...environment, ...own },
      {
        async out(text) {
          shown.out += text;
        },
        error(line) {
          shown.errors += `${line}\n`;
        },
        width: undefined,
        hasColors: false,
        interruption: () => new AbortController().signal,
        canAsk: replies !== undefined,
        ask: async (question) => {
          shown.errors += question;
          return waiting.shift() ?? '';
        },
        read: async () => stdin,
        ...terminal,
      },
    );
    return { code, ...shown };
  };
  const { transfer } = setting;
  const pay = [
    'transfers',
    'create-out',
    ...['--source.account-id', transfer.source.accountId],
    ...['--destination.account-id', transfer.destination.accountId],
    ...['--amount', '10.00USD'],
  ];
  return { ...setting, service, folder, run, pay, environment, own: recorded(folder) };
}

/** Expects the exit status of a command, and words that it says on standard error or output. */
export function expectEnd(
  ended: { readonly code: number; readonly errors?: string; readonly out?: string },
  status: number,
  words: string | RegExp,
  on: 'errors' | 'out' = 'errors',
): void {
  const said =
    words instanceof RegExp ? expect.stringMatching(words) : expect.stringContaining(words);
  expect([ended.code, ended[on]]).toEqual([status, said]);
}

/** Lets hours pass on this machine, and at the service whose mock is given. */
export function later(hours: number, mock?: Mock): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: Date.now() + hours * 3_600_000, toFake: ['Date'] });
  mock?.clock.advance({ hours });
}

/** The environment of a command that records its changes. */
export const recorded = (folder: string) => ({
  PAYMENTS_JOURNAL: join(folder, 'writes.db'),
  PAYMENTS_JOURNAL_SECRET: 'a-secret-of-the-test-with-32-bytes-or-more',
  PAYMENTS_ACCESS_TOKEN: '',
});
