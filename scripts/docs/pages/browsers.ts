import { required } from '../../../packages/wallet/src/platform/required.ts';
import { supported } from '../../../packages/wallet/test/app/browser-floor.ts';
import { table } from './markdown.ts';

/** What the wallet requires of a browser, and since which version each has it. */
export function browserTable(): string {
  const all = supported.map(({ oldest }) => `**${oldest}**`);
  const rows = required.map((path, row) => [
    `\`${path}\``,
    ...supported.map(({ versions }) => `${versions[row]}`),
  ]);
  const heads = ['From', ...supported.map(({ name }) => name)];
  return table(heads, [['**all of it**', ...all], ...rows]);
}
