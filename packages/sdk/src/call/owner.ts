import { CredentialsError } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import { LimitReached, type Limits, limited } from '../limits/limited.ts';
import type { JournalOwner } from '../outcome/journal.ts';
import type { ClientContext } from './context.ts';
import { safeCause } from './response/scrub.ts';

/** What identifies the account of a client; empty until a function has supplied its credentials. */
function accountOf({ account, authorization }: ClientContext): string {
  return [account].flat()[0] ?? authorization.account() ?? '';
}

/**
 * Which accounts at which services a client acted for: those of the options, each by what it has been
 * since, the account under its other names, and under the id of its token.
 */
export function formerOwners(
  context: ClientContext,
  formerly: readonly {
    readonly baseUrl?: string | undefined;
    readonly account?: string | undefined;
  }[] = [],
): readonly JournalOwner[] {
  const now = ownerOf(context);
  const names = [context.account ?? [], context.authorization.account() ?? []].flat().slice(1);
  return [
    ...formerly.map(({ baseUrl, account = now.account }) => ({
      service: baseUrl === undefined ? now.service : `${context.auth} ${baseUrl}`,
      account,
    })),
    ...names.map((account) => ({ ...now, account })),
  ];
}

/** Which account at which service a client acts for. */
export function ownerOf(context: ClientContext, account = accountOf(context)): JournalOwner {
  return { service: `${context.auth} ${context.service().baseUrl}`, account };
}

/**
 * Waits for the function that supplies the credentials: what their token recorded is the account's too.
 *
 * @throws ConfigurationError; CredentialsError if the function fails, or a limit is reached first
 */
export async function supplyAccount(
  { authorization }: ClientContext,
  limits: Limits,
): Promise<void> {
  if (authorization.account() !== undefined) return;
  try {
    await limited(Promise.resolve(authorization.header()), limits);
  } catch (error) {
    if (error instanceof LimitReached) authorization.giveUp();
    if (isPaymentsError(error)) throw error;
    throw new CredentialsError({ cause: safeCause(error, []) });
  }
}
