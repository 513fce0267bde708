import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { run } from '../../scripts/lib/run.ts';
import { blocks, isInstallation, openShell, readText } from './commands.ts';
import type { Consumer } from './layout.ts';

/** A text without the ids that are others in each run. */
const withoutIds = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…');

/** Asks a shell for the words that may follow `payments cards li`, once the page's line was read. */
const completions: Readonly<Record<string, (line: string) => readonly [string, ...string[]]>> = {
  bash: (line) => [
    'bash',
    '--norc',
    '-c',
    `${line}\nCOMP_WORDS=(payments cards li); COMP_CWORD=2; _payments; echo "\${COMPREPLY[@]}"`,
  ],
  zsh: (line) => [
    'zsh',
    '-fc',
    // Only a line that is being edited can complete: what the function offers is printed instead.
    `${line}\ncompadd() { print -l -- "\${(@P)@[-1]}" }; words=(payments cards li); CURRENT=3; _payments`,
  ],
  fish: (line) => ['fish', '--no-config', '-c', `${line}\ncomplete -C 'payments cards li'`],
};

/**
 * Runs the commands of the pages on the first call and on the command line, as they are written there,
 * from the tarballs in a folder that holds nothing else. A command that is new there is run too.
 */
export async function pageCommands(consumer: Consumer): Promise<string[]> {
  // `payments check` compares the clocks.
  const mock = createMock({ now: Date.now });
  const service = await listen(mock);
  const { id: customerId } = mock.add.customer();
  const account = mock.add.internalAccount({ customerId, available: 1_000_00 });
  const payee = mock.add.externalAccount({ customerId });
  const { baseUrl, tokenId, clientSecret } = service.connection;
  const bin = join(consumer.folder, 'node_modules', '.bin');
  const { env } = openShell(consumer, {
    PAYMENTS_BASE_URL: baseUrl,
    PAYMENTS_TOKEN_ID: tokenId,
    PAYMENTS_CLIENT_SECRET: clientSecret,
    FROM: account.id,
    TO: payee.id,
    PAYMENTS_JOURNAL_SECRET: 'of a journal that nobody keeps, for the page alone',
  });
  // A password store that has the secret under the name in the page.
  const store = `#!/bin/sh\n[ "$1 $2" = 'show payments/${tokenId}' ] && echo '${clientSecret}'\n`;
  writeFileSync(join(bin, 'pass'), store, { mode: 0o755 });
  const problems: string[] = [];
  const check = async (
    what: string,
    { command, cwd = consumer.folder }: { command: readonly string[]; cwd?: string },
    expected: string | RegExp,
  ) => {
    const [program = '', ...args] = command;
    const { ok, output } = await run(program, args, { cwd, env, timeoutSeconds: 120 });
    const isRight =
      typeof expected === 'string'
        ? withoutIds(output.trim()) === withoutIds(expected)
        : expected.test(output);
    if (!ok || !isRight) problems.push(`${what}\n${output}`);
    return output;
  };
  const shell = (line: string) => ({ command: ['sh', '-c', line] });

  const firstCall = async () => {
    const page = readText('docs/quick-start.md');
    const [made = '', started = ''] = blocks(page, 'sh');
    const lines = made.split('\n').filter((line) => !isInstallation(line));
    await check('quick start: its folder', shell(lines.join('\n')), /"name": "first-call"/);
    const cwd = join(consumer.folder, 'first-call');
    const [program = ''] = blocks(page, 'ts');
    const [, file = ''] = /^Save this as `(\S+)`:$/m.exec(page) ?? [];
    writeFileSync(join(cwd, file), program);
    const [, printed = ''] = /^```\n(FROZEN\n[\s\S]+?)\n```$/m.exec(page) ?? [];
    await check(`quick start: ${started}`, { ...shell(started), cwd }, printed);
  };

  const commandLine = async () => {
    const lines = blocks(readText('docs/command-line.md'), 'sh').flatMap((block) =>
      block.replaceAll(/ \\\n +/g, ' ').split('\n'),
    );
    const payouts = `id,payee,amount,currency\n1,${payee.id},10.50,USD\n`;
    writeFileSync(join(consumer.folder, 'payouts.csv'), payouts);
    let quoteId = '';
    for (const written of lines.filter((each) => !isInstallation(each))) {
      const line = written.replace('Quote:0192…', quoteId);
      const [, complete] = /completion (\w+)/.exec(line) ?? [];
      const what = `command line: ${line}`;
      if (complete !== undefined) {
        const command = completions[complete]?.(line) ?? [];
        await check(what, { command }, /^list\b/);
      } else if (line.startsWith('export PAYMENTS_CREDENTIALS_COMMAND=')) {
        const script = `unset PAYMENTS_CLIENT_SECRET\n${line}\npayments cards list --json`;
        await check(what, shell(script), '[]');
      } else if (/ transfers | quotes execute | --id october/.test(line)) {
        // A person reads the question, and types `yes` at a terminal.
        const reply = "until grep -q 'Type yes' shown; do sleep 0.1; done; echo yes";
        const terminal = `: >shown; { ${reply}; } | script -qefc '${line}' /dev/null | tee shown`;
        const command = ['sh', '-c', terminal];
        await check(what, { command }, /OUTGOING|COMPLETED|1 paid/);
      } else {
        const output = await check(what, shell(line), /^(?:\S|$)/);
        quoteId = /Quote:[\da-f-]{36}/.exec(output)?.[0] ?? quoteId;
      }
    }
    const file = readFileSync(join(consumer.folder, 'october.csv'), 'utf8');
    if (!file.startsWith('id,status,')) problems.push(`command line: october.csv holds ${file}`);
  };

  try {
    await firstCall();
    await commandLine();
  } finally {
    await service.close();
  }
  return problems;
}
