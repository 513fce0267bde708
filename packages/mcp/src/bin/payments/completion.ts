import type { ParseArgsOptionsConfig } from 'node:util';
import { ArgumentError } from '@org/payments-contract/internal';
import { toolOf } from '../../tools/tool.ts';
import { type Flag, flagsOf } from './flags.ts';
import { usableOperations, wordsOf } from './operations.ts';
import { common, commonNames, ownNames } from './options.ts';
import { ownCommands } from './own-commands.ts';
import { runOptions } from './run/options.ts';
import { settledAs } from './settle.ts';

/** Each asks the command itself for the words that may come next: they follow from the operations. */
const scripts = {
  bash: `_payments() {
  local IFS=$'\\n'
  COMPREPLY=($(payments completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _payments payments
`,
  zsh: `#compdef payments
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -D }
_payments() {
  local -a found
  found=(\${(f)"$(payments completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  (( $#found )) && compadd -a found || _files
}
compdef _payments payments
`,
  fish: `function __payments
  set -l before (commandline -opc)
  set -l found (payments completion words -- $before[2..-1] (commandline -ct) 2>/dev/null)
  test -n "$found"; and printf '%s\\n' $found; or __fish_complete_path (commandline -ct)
end
complete -c payments -f -a '(__payments)'
`,
} as const;

function flagsAfter(words: readonly string[]): readonly Flag[] {
  const given = words.filter((word) => !word.startsWith('-')).join(' ');
  const found = usableOperations().find(({ name }) => `${given} `.startsWith(`${wordsOf(name)} `));
  return found === undefined ? [] : flagsOf(toolOf(found, false));
}

const known: ParseArgsOptionsConfig = { ...runOptions, ...common };

/** The words that may come in place of the last one of a command line that begins like this. */
export function nextWords([first, ...words]: readonly string[]): readonly string[] {
  if (first === 'help' && words.length > 0) {
    return nextWords(words).filter((word) => !word.startsWith('-'));
  }
  const before = first === undefined ? [] : [first, ...words];
  const last = before.pop() ?? '';
  const flags = flagsAfter(before);
  const [, option = ''] = /^--(.+)$/.exec(before.at(-1) ?? '') ?? [];
  const given = flags.find(({ name, kind }) => kind !== 'boolean' && name === option);
  // Without listed values, the shell completes the name of a file.
  if (given !== undefined) return given.values.filter((value) => value.startsWith(last));
  if (option === 'as') return settledAs.filter((value) => value.startsWith(last));
  if (known[option]?.type === 'string') return [];
  const own =
    ownNames[before[0] ?? ''] ?? (before[0] === 'run' ? Object.keys(runOptions) : commonNames);
  const options = [...flags.map(({ name }) => name), ...own].map((name) => `--${name}`);
  const all = [...usableOperations().map(({ name }) => wordsOf(name)), ...ownCommands];
  const named = all.map((one) => one.split(' '));
  const fitting = named.filter((one) => before.every((word, at) => one[at] === word));
  const next = fitting.flatMap((one) => one[before.length] ?? []);
  const found = next.length > 0 && !last.startsWith('-') ? next : options;
  return [...new Set(found)].filter((word) => word.startsWith(last)).sort();
}

/** @throws ArgumentError for an unknown shell */
export function completion(args: readonly string[]): string {
  const [shell = '', separator, ...words] = args;
  if (shell === 'words' && separator === '--') return `${nextWords(words).join('\n')}\n`;
  if (Object.hasOwn(scripts, shell)) return scripts[shell as keyof typeof scripts];
  throw new ArgumentError('completion takes bash, zsh or fish');
}
