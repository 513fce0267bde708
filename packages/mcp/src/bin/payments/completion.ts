import { ArgumentError } from '@org/payments-contract/internal';
import { toolOf } from '../../tools/tool.ts';
import { type Flag, flagsOf } from './flags.ts';
import { usableOperations, wordsOf } from './operations.ts';
import { commonNames, ownNames } from './options.ts';
import { runOptionNames } from './run/options.ts';

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
  compadd -a found
}
compdef _payments payments
`,
  fish: `function __payments
  set -l before (commandline -opc)
  payments completion words -- $before[2..-1] (commandline -ct) 2>/dev/null
end
complete -c payments -f -a '(__payments)'
`,
} as const;

const commands = [
  ['journal', 'status'],
  ['journal', 'recover'],
  ['replay'],
  ['run', 'status'],
  ['completion', 'bash'],
  ['completion', 'zsh'],
  ['completion', 'fish'],
];

/** The options of the operation that words name. */
function flagsAfter(words: readonly string[]): readonly Flag[] {
  const given = words.filter((word) => !word.startsWith('-')).join(' ');
  const found = usableOperations().find(({ name }) => {
    const called = wordsOf(name);
    return given === called || given.startsWith(`${called} `);
  });
  return found === undefined ? [] : flagsOf(toolOf(found, false));
}

/** The words that may come in place of the last one of a command line that begins like this. */
export function nextWords(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const flags = flagsAfter(before);
  const given = flags.find(({ name, kind }) => kind !== 'boolean' && before.at(-1) === `--${name}`);
  // Without listed values, the shell completes the name of a file.
  if (given !== undefined) return given.values.filter((value) => value.startsWith(last));
  const own = ownNames[before[0] ?? ''] ?? (before[0] === 'run' ? runOptionNames : commonNames);
  const options = [...flags.map(({ name }) => name), ...own].map((name) => `--${name}`);
  const known = [...usableOperations().map(({ name }) => wordsOf(name).split(' ')), ...commands];
  const fitting = known.filter((one) => before.every((word, at) => one[at] === word));
  const next = fitting.flatMap((one) => one[before.length] ?? []);
  const all = next.length > 0 && !last.startsWith('-') ? next : options;
  return [...new Set(all)].filter((word) => word.startsWith(last)).sort();
}

/** What `payments completion` prints. @throws ArgumentError for an unknown shell */
export function completion(args: readonly string[]): string {
  const [shell = '', separator, ...words] = args;
  if (shell === 'words' && separator === '--') return `${nextWords(words).join('\n')}\n`;
  if (Object.hasOwn(scripts, shell)) return scripts[shell as keyof typeof scripts];
  throw new ArgumentError('completion takes bash, zsh or fish');
}
