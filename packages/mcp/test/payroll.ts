import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MockOptions } from '@org/payments-mock';
import { desk } from './desk.ts';

/** The headings of a file of payments. */
export const HEAD = 'id,payee,amount,currency,memo\n';

/** A customer with a payee in dollars and one in euros, and `payments run` on a file of theirs. */
export async function payroll(replies?: readonly string[], options: MockOptions = {}) {
  // What was paid lately is judged by the clock of this machine.
  const setting = await desk(replies, '', { now: Date.now, ...options });
  const { mock, customerId, accountId, folder, run, payments } = setting;
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };
  const info = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', beneficiary };
  mock.add.externalAccount({
    ...{ customerId, currency: 'EUR', platformAccountId: 'ada', accountInfo: info as never },
  });
  mock.add.externalAccount({ customerId, platformAccountId: 'closed', status: 'INACTIVE' });
  const [file, state] = [join(folder, 'payouts.csv'), join(folder, 'runs.db')];
  const args = ['run', file, '--from', accountId, '--state', state];
  const secret = { PAYMENTS_JOURNAL_SECRET: 'a-secret-of-the-test-with-32-bytes-or-more' };
  const payAt = (width: number | undefined, ...options: string[]) =>
    run([...args, ...options], secret, { width });
  const pay = (...options: string[]) => payAt(undefined, ...options);
  const checked = async (...options: string[]) =>
    JSON.parse((await pay('--check', '--json', ...options)).out);
  return {
    ...{ ...setting, args, state, pay, payAt, report: join(folder, 'results.csv') },
    environment: { ...setting.environment, ...secret },
    write: (content: string | Uint8Array) => writeFileSync(file, content),
    /** What `--check --json` prints. */
    checked,
    /** Pays what a check shows at once, as a script does. */
    async payChecked(id = 'payouts') {
      const { digest } = await checked('--id', id);
      return pay('--id', id, '--yes', '--digest', digest);
    },
    status: (...options: string[]) =>
      run(['run', 'status', '--id', 'payouts', '--state', state, ...options]),
    /** The payments that were made. */
    async sent() {
      const all = await payments.transactions.list({ type: 'OUTGOING', limit: 100 }).toArray();
      return all.filter(({ status }) => status !== 'PENDING' && status !== 'EXPIRED');
    },
  };
}
