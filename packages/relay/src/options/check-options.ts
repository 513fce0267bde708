import { ConfigurationError } from '@org/payments-sdk';
import { getPublicSuffix } from 'tldts';
import type { AnyAction } from './actions.ts';
import { checkableKinds } from './id-kinds.ts';

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/** @throws ConfigurationError unless it is an origin, and one of https or of the loopback */
export function checkOrigin(option: string, origin: string): URL {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || url.origin !== origin) {
    const action = 'Write scheme, host and port only, such as `https://app.example.com`.';
    throw new ConfigurationError(option, `${origin} is not an origin.`, action);
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))) {
    return url;
  }
  const action = 'Serve the page over https. Only the loopback may be plain http.';
  throw new ConfigurationError(option, `${origin} is not an https origin.`, action);
}

/**
 * Checks the RP ID against the hosts of all origins, and returns the host of the first origin if no
 * RP ID is given. Browsers refuse a public suffix, such as `co.uk` or `github.io`.
 *
 * @throws ConfigurationError
 */
export function checkRpId(given: string | undefined, hosts: readonly string[]): string {
  const [first = ''] = hosts;
  const rpId = given ?? first;
  const isAbove = hosts.every((host) => host === rpId || host.endsWith(`.${rpId}`));
  if (!isAbove) {
    const message = 'The RP ID must be the host of every origin, or a domain above it.';
    const action =
      'Pass `rpId`, such as `example.com`, and origins of other domains as `relatedOrigins`.';
    throw new ConfigurationError('rpId', message, action);
  }
  if (given === undefined) return rpId;
  const suffix = getPublicSuffix(given, { allowPrivateDomains: true });
  const isDomain = given.includes('.') && !given.startsWith('.') && suffix !== given;
  const isHost = given === 'localhost' || hosts.includes(given);
  if ((isDomain || isHost) && !address.test(given)) return rpId;
  const message = `The RP ID must be a domain that you own, not \`${given}\`.`;
  throw new ConfigurationError('rpId', message, 'Pass `rpId`, such as `example.com`.');
}

/** @throws ConfigurationError unless it is a finite number from `min`, or the one exception */
export function checkNumber(name: string, value: number, min: number, exception?: number): number {
  if (value === exception || (Number.isFinite(value) && value >= min)) return value;
  const message = `\`${name}\` must be a number from ${min}, not ${String(value)}.`;
  throw new ConfigurationError(name, message, `Pass a number from ${min} as \`${name}\`.`);
}

/** @throws ConfigurationError for text that is empty or not text */
export function checkText(name: string, value: string | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new ConfigurationError(
    name,
    `\`${name}\` must be text.`,
    `Pass text as \`${name}\`, or leave it out.`,
  );
}

/** @throws ConfigurationError unless it is one of the choices */
export function checkChoice<const Choice extends string>(
  name: string,
  value: Choice,
  choices: readonly Choice[],
): Choice {
  if (choices.includes(value)) return value;
  const action = `Pass one of ${choices.join(', ')}.`;
  throw new ConfigurationError(name, `\`${name}\` does not have an accepted value.`, action);
}

/** @throws ConfigurationError unless it is a function, or it is optional and left out */
export function checkFunction(name: string, value: unknown, need?: 'required'): void {
  if (typeof value === 'function' || (value === undefined && need === undefined)) return;
  throw new ConfigurationError(
    name,
    `\`${name}\` must be a function.`,
    `Pass a function as \`${name}\`.`,
  );
}

/** @throws ConfigurationError unless the action has a schema and `run` */
export function checkAction(name: string, action: AnyAction): void {
  const option = `actions.${name}`;
  const validate: unknown = action?.input?.['~standard']?.validate;
  checkFunction(`${option}.run`, action?.run, 'required');
  if (typeof validate !== 'function') {
    const message = `The input of the action \`${name}\` is not a Standard Schema.`;
    throw new ConfigurationError(
      `${option}.input`,
      message,
      'Pass a schema, such as a zod schema.',
    );
  }
  const wrong = (action.allowKinds ?? []).filter(
    (kind) => !/^[A-Z][A-Za-z]*$/.test(kind) || checkableKinds.has(kind),
  );
  if (wrong.length === 0) return;
  const message = `\`allowKinds\` of the action \`${name}\` cannot hold ${wrong.join(', ')}.`;
  const what = 'Name kinds the relay cannot check, such as `ExternalAccount`, without a colon.';
  throw new ConfigurationError(`${option}.allowKinds`, message, what);
}
