import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ArgumentError, closestNames } from '@org/payments-contract/internal';

/** Parses options, and suggests the closest names for one that does not exist. @throws ArgumentError */
export function strictArgs<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  allowPositionals = true,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals });
  } catch (error) {
    const { message } = error as Error;
    const unknown = /^Unknown option '--([^']+)'/.exec(message)?.[1];
    const empty = /^Option '[^']*?--([\w.-]+)[^']*' argument (?:missing|is ambiguous)/.exec(
      message,
    );
    if (empty !== null) {
      const isDashed = /^-[^-]/.test(args[args.indexOf(`--${empty[1]}`) + 1] ?? '');
      const hint = isDashed
        ? `write --${empty[1]}=<value> if it has a dash`
        : 'is a variable empty?';
      throw new ArgumentError(`--${empty[1]} has no value: ${hint}`);
    }
    if (unknown === undefined) throw new ArgumentError(message.split('\n', 1).join());
    const names = Object.keys(options);
    const parts = names.filter((name) => name.startsWith(`${unknown}.`));
    const near = parts.length > 0 ? parts.slice(0, 1) : closestNames(unknown, names);
    const ask = parts.length > 0 ? 'each of its fields has one, such as' : 'did you mean';
    const hint =
      near.length === 0 ? 'see --help' : `${ask} ${near.map((name) => `--${name}`).join(' or ')}`;
    throw new ArgumentError(`--${unknown} is not an option of this command; ${hint}`);
  }
}
