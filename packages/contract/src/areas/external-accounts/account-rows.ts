import * as z from 'zod/mini';
import type { ErrorCode } from '../../errors/error-codes.ts';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { pageQuery } from '../../format/page.ts';
import { byAbsence, byRepeat } from '../../format/reconcile.ts';
import { nonEmpty, requestId } from '../../format/request-values.ts';
import { OwnershipChallenge, ownershipChallengeRequest, ownershipProof } from './ownership.ts';
import { ExternalAccount } from './schemas.ts';

/** The path parameters of an external account, of a customer or the platform. */
export const accountParams = strictObject({
  /** The external account's id. */
  externalAccountId: requestId('ExternalAccount'),
});

/** The query fields of every list of external accounts. */
export const accountQuery = {
  /** Only accounts in this currency. */
  currency: z.optional(nonEmpty),
  ...pageQuery,
};

/** Declares the row that reads an external account. */
export function accountRead<const Path extends `/${string}`>(path: Path) {
  return operation(`GET ${path}`, {
    params: accountParams,
    responses: { 200: ExternalAccount },
  });
}

/** Declares the row that removes an external account; `read` is the operation that reads it. */
export function accountRemoval<const Path extends `/${string}`>(
  path: Path,
  read: string,
  errors: readonly ErrorCode[] = ['CONFLICT'],
) {
  return operation(`DELETE ${path}`, {
    params: accountParams,
    responses: { 204: null },
    errors,
    reconcile: byAbsence(read, 'externalAccountId'),
  });
}

/** Declares the row that starts a proof of ownership. */
export function ownershipChallenge<const Path extends `/${string}`>(path: Path) {
  return operation(`POST ${path}`, {
    since: '2026-08-13',
    params: accountParams,
    body: ownershipChallengeRequest,
    responses: { 201: OwnershipChallenge },
    errors: ['CONFLICT'],
    reconcile: byRepeat('Another challenge is issued; the one that was lost expires.'),
  });
}

/** Declares the row that completes a proof of ownership. */
export function ownershipVerification<const Path extends `/${string}`>(path: Path) {
  return operation(`POST ${path}`, {
    since: '2026-08-13',
    params: accountParams,
    body: ownershipProof,
    responses: { 200: ExternalAccount },
    errors: ['CONFLICT'],
    reconcile: byRepeat('A proof is accepted once: a repeat is refused with 409.'),
  });
}
