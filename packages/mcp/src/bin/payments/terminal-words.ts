import { findOperation } from '@org/payments-contract';
import { operatorText } from '../../errors/operator-words.ts';
import { command, kebabCase } from './operations.ts';

/** What the SDK says to a program, and how a person at a terminal does it. */
const words: readonly (readonly [said: RegExp, inTerminal: string])[] = [
  [/if `resourceId` names one/g, 'if one is named'],
  [/, or raise `\w+`/g, ''],
  [/\bStart the run again\b/g, 'Repeat the command'],
  [/\bthis item\b/g, 'this row'],
  [/Check `status`, and any/g, 'Check any'],
  [/call again\b/g, 'run the command again'],
  [/\bCall again\b/g, 'Run the command again'],
  [
    /Tell the person what the policy .+ unless they say so\./g,
    'Its platform can change the policy.',
  ],
  [/\bcall(?= was not finished)/g, 'command'],
  [/pass another path/g, 'name another file with --journal'],
  [/pass the path of (a new file|the journal)/g, 'name $1 with --journal'],
  [/Pass the path of (a file|the journal)/g, 'Name $1 with --journal'],
  [/; the client does so where the call may be repeated/g, ''],
  [/Call `journal\.setup\(\)`, or[^.]+/g, 'The first payments run with --state creates the table'],
  [/recover with that base URL in `formerly`/g, 'recover with --formerly and that base URL'],
  [/ of the pool\b|\bthe pool (?=to)/g, ''],
  [/\bthe pool's user\b/g, 'this user'],
  [/, pass an `agent`.+`proxyFromEnv: false`/g, ', or put the host into NO_PROXY'],
  [/`(http:\/\/host:port)`/g, '$1'],
  [/`(user|password|ssl)`/g, '$1'],
  [/`agents\.update` of (\S+) with `isPaused: false`/g, '`agents.update $1 --is-paused false`'],
  [/(\w+:\S+) is ([^`]*)`((?:agent\.)?\w+\.get)`/g, '$1 is $2`$3 $1`'],
  [/a login of `scaLogin`/g, 'a login with `scaLogin.start` and `scaLogin.complete`'],
];

/** What a sentence names that only a program has. Fields of a response are in what `--json` prints. */
const ofPrograms =
  /`(?:\.\w+|[\w.]+\([^`]*\)|@org[^`]*|cause|issues|reason|status|message|retryAfter|stamper|details\.\w+|excludeCredentials|payloadToSign|expiresAt)`/;

/** A text of the SDK with options and variables in place of names of code. */
export function inTerminal(text: string, options: readonly string[] = []): string {
  return words
    .reduce((all, [pattern, own]) => all.replace(pattern, own), operatorText(text))
    .replace(/`(\w+(?:\.\w+)+)(?: ([^`]+))?`/g, (whole, name: string, ...[more]: string[]) => {
      return findOperation(name) === undefined ? whole : command(name, ...(more ? [more] : []));
    })
    .replace(/`(\w+)`/g, (whole, name: string) => {
      return options.includes(kebabCase(name)) ? `--${kebabCase(name)}` : whole;
    });
}

/**
 * What to do, for a person at a terminal: a sentence about something that only a program has is left
 * out.
 *
 * @param options of the operation, without their dashes
 */
export function actionInTerminal(action: string, options: readonly string[] = []): string {
  const sentences = inTerminal(action, options).split(/(?<=[.?!]) /);
  return sentences
    .filter((one) => !ofPrograms.test(one))
    .map((one) => one.replace(/^(?!payments ).?/, (first) => first.toUpperCase()))
    .join(' ');
}
