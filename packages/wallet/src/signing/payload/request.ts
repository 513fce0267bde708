import type { SignedOperationName } from '@org/payments-contract';
import type { RelayAttestation } from '@org/payments-relay/protocol';
import { execute } from '../../platform/captured.ts';
import { type Leaves, leavesOf } from './leaves.ts';
import type { FlatOperation } from './templates.ts';

/**
 * How much of the request the wallet found in a payload.
 *
 * - `shown`: it carries the values of the request, and they are equal
 * - `kind`: it is of the kind of the request, but its ids are the service's own, or it has values
 *   that the request does not have
 * - `unreadable`: a digest, or a payload that only the service can read
 */
export type PayloadStrength = 'shown' | 'kind' | 'unreadable';

/** A `mismatch` is for another request: it is not signed. */
export type PayloadCheck = PayloadStrength | 'mismatch';

/** A change as the service has it: one of its operations, and the input of that. */
export interface ServiceChange {
  readonly operation: SignedOperationName;
  /** The fields of the path and of the body, by the names of the service. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The wallet's request, with the values that the payload must contain. */
export type Expected =
  | { readonly kind: 'refresh'; readonly sessionId: string; readonly clientPublicKey: string }
  | { readonly kind: 'revoke'; readonly sessionId: string }
  | { readonly kind: 'remove_credential'; readonly credentialId: string }
  | {
      readonly kind: 'add_passkey';
      readonly accountId: string;
      readonly nickname: string;
      /** The challenge of the registration, base64url. */
      readonly challenge: string;
      readonly attestation: RelayAttestation;
    }
  | {
      readonly kind: 'action';
      readonly action: string;
      readonly input: unknown;
      readonly accountId?: string | undefined;
      /** The change that the platform declared the action to be. */
      readonly change?: ServiceChange | undefined;
    }
  | { readonly kind: 'stamp' };

/** The change that a request is at the service; undefined for an action that is not declared. */
function changeOf(expected: Expected): ServiceChange | undefined {
  switch (expected.kind) {
    case 'refresh': {
      const { sessionId: id, clientPublicKey } = expected;
      return { operation: 'sessions.refresh', input: { id, clientPublicKey } };
    }
    case 'revoke':
      return { operation: 'sessions.revoke', input: { id: expected.sessionId } };
    case 'remove_credential':
      return { operation: 'credentials.revoke', input: { id: expected.credentialId } };
    case 'add_passkey': {
      const { kind: _, ...input } = expected;
      return { operation: 'credentials.create', input: { type: 'PASSKEY', ...input } };
    }
    default:
      // Stryker disable next-line ConditionalExpression: the other kind that gets here, a stamp, has no change
      return expected.kind === 'action' ? expected.change : undefined;
  }
}

/** The values of the request, and those that a payload has shown. */
export class Comparison {
  readonly operation: SignedOperationName | undefined;
  readonly input: Leaves;
  readonly #isWallets: boolean;
  readonly #accountId: string | undefined;
  readonly #shown = leavesOf({});
  #hasOthers = false;

  constructor(expected: Expected) {
    const change = changeOf(expected);
    this.operation = change?.operation;
    const isAction = expected.kind === 'action';
    this.#isWallets = !isAction;
    this.#accountId = isAction ? expected.accountId : undefined;
    this.input = leavesOf(change?.input ?? (isAction ? expected.input : {}));
  }

  /** The path of a value in the request. */
  pathOf(value: string): string | undefined {
    for (const path in this.input) if (this.input[path] === value) return path;
    return undefined;
  }

  /** Notes a value of the payload that the request does not have. */
  other(): void {
    this.#hasOthers = true;
  }

  /**
   * Compares a value of the payload with the one of that name in the request.
   *
   * @param isAnywhere whether an action that is not declared may have it under another name
   * @returns false if it contradicts the request
   */
  matches(path: string, value: string, isAnywhere: boolean): boolean {
    if (this.input[path] === value) this.#shown[path] = value;
    else if (this.operation !== undefined || this.input[path] !== undefined) return false;
    else {
      const elsewhere = isAnywhere ? this.pathOf(value) : undefined;
      if (elsewhere !== undefined) this.#shown[elsewhere] = value;
      else if (value !== `s${this.#accountId}`) this.#hasOthers = true;
    }
    return true;
  }

  /**
   * Whether the payload has shown the whole request, and nothing else. What is about access is
   * never `shown` for an action, so that it is reviewed. The wallet's own request for a session or a
   * passkey is not signed unless it is `shown`: the text could open one for another key.
   *
   * @param isSilent whether this form names the resource, and some values, in the service's words
   * @param hasServiceIds whether it has values that only the service can compare
   */
  strength(template: FlatOperation, isSilent: boolean, hasServiceIds: boolean): PayloadCheck {
    if (!hasServiceIds && this.#isShown(template, isSilent)) return 'shown';
    return this.#isWallets && template.opensAccess === true ? 'mismatch' : 'kind';
  }

  #isShown({ isAccess, resource, silent }: FlatOperation, isSilent: boolean): boolean {
    if (this.#hasOthers || (isAccess === true && !this.#isWallets)) return false;
    for (const path in this.input) {
      const value = this.input[path] as string;
      const isService =
        path === resource[1] || (silent !== undefined && execute(silent, path) !== null);
      const isExempt = isContainer(value) || (isSilent && isService);
      if (!isExempt && this.#shown[path] === undefined) return false;
    }
    return true;
  }
}

export function isContainer(value: string): boolean {
  return value === '{' || value[0] === '[';
}
