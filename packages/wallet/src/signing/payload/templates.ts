/**
 * What a payload to sign may say, as data: one template for each form and operation. The service
 * chooses the form; its public examples print activities and opaque payloads.
 *
 * @module
 */

import type { SignedOperationName } from '@org/payments-contract';
import { hasOwn } from '../../platform/captured.ts';
import { type Leaves, leavesOf } from './leaves.ts';

/** A value that the service sets and a client cannot compare: an id, the name of a key. */
const setByService = 'service';
/** As `setByService`, and may be left out. */
const optional = 'optional';

/** A value of the request, by its path in the input of the operation. */
function of(path: string) {
  return `=${path}` as const;
}

type Slot = typeof setByService | typeof optional | `=${string}`;
type Shape = Slot | readonly Shape[] | { readonly [name: string]: Shape };

/** The change in the form of the service's signing backend: `{organizationId, parameters, ...}`. */
interface ActivityTemplate {
  readonly type: string;
  readonly parameters: Shape;
  /** Properties beside `organizationId`, `parameters`, `timestampMs` and `type`. */
  readonly beside?: string;
  /** The parameters are a digest or a transaction, which no person can read. */
  readonly isUnreadable?: true;
}

/** The forms of one operation. */
interface OperationTemplate {
  /** The resource in the described form: the path around the id, and the id's name in the input. */
  readonly resource: readonly [before: string, id: string, after: string];
  readonly activities: readonly ActivityTemplate[];
  /** The described form has fields that the service sets: a quote's amounts. */
  readonly hasServiceFields?: true;
  /** Values of the request that no activity carries, besides the id. */
  readonly silent?: RegExp;
  /** About credentials, sessions or the key: never an action that nobody reviews. */
  readonly isAccess?: true;
  /** Opens a session or adds a credential: the wallet's own request has to be `shown`. */
  readonly opensAccess?: true;
}

/** Payloads that carry a digest of the change, for operations that have no activity. */
const digest: ActivityTemplate = {
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  parameters: {
    encoding: setByService,
    hashFunction: setByService,
    payload: setByService,
    signWith: setByService,
  },
  isUnreadable: true,
};
const email: ActivityTemplate = {
  type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
  parameters: { userEmail: of('email'), userId: setByService },
};
const phone: ActivityTemplate = {
  type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
  parameters: { userPhoneNumber: of('phoneNumber'), userId: setByService },
};
const oauth: ActivityTemplate = {
  type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
  parameters: {
    oauthProviders: [{ oidcToken: of('oidcToken'), providerName: setByService }],
    userId: setByService,
  },
};
const passkey: ActivityTemplate = {
  type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
  parameters: {
    authenticators: [
      {
        attestation: {
          credentialId: of('attestation/credentialId'),
          clientDataJson: of('attestation/clientDataJson'),
          attestationObject: of('attestation/attestationObject'),
          transports: [optional, optional, optional, optional, optional, optional, optional],
        },
        authenticatorName: of('nickname'),
        challenge: of('challenge'),
      },
    ],
    userId: setByService,
  },
};

const templates = {
  'sessions.refresh': {
    resource: ['/auth/sessions/', 'id', '/refresh'],
    activities: [
      {
        type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2',
        parameters: { targetPublicKey: of('clientPublicKey') },
      },
    ],
    isAccess: true,
    opensAccess: true,
  },
  'sessions.revoke': {
    resource: ['/auth/sessions/', 'id', ''],
    activities: [
      {
        type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
        parameters: { apiKeyIds: [setByService], userId: setByService },
      },
    ],
  },
  'credentials.revoke': {
    resource: ['/auth/credentials/', 'id', ''],
    activities: [
      {
        type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
        parameters: { authenticatorIds: [setByService], userId: setByService },
      },
    ],
    isAccess: true,
  },
  'customers.update': {
    resource: ['/customers/', 'customerId', ''],
    activities: [email, phone],
  },
  'credentials.create': {
    resource: ['/auth/credentials', '', ''],
    // The address is the customer's, which the request does not carry.
    silent: /^(?:accountId|type|attestation\/transports.*)$/,
    activities: [
      passkey,
      oauth,
      { ...email, parameters: { userEmail: setByService, userId: setByService } },
    ],
    isAccess: true,
    opensAccess: true,
  },
  'internalAccounts.update': {
    resource: ['/internal-accounts/', 'id', ''],
    activities: [digest],
  },
  'internalAccounts.export': {
    resource: ['/internal-accounts/', 'id', '/export'],
    activities: [
      {
        type: 'ACTIVITY_TYPE_EXPORT_WALLET',
        parameters: { targetPublicKey: of('clientPublicKey'), walletId: setByService },
      },
    ],
    isAccess: true,
  },
  'quotes.execute': {
    resource: ['/quotes/', 'quoteId', '/execute'],
    activities: [
      {
        type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
        parameters: {
          signWith: setByService,
          type: setByService,
          unsignedTransaction: setByService,
        },
        beside: 'generateAppProofs',
        isUnreadable: true,
      },
    ],
    hasServiceFields: true,
  },
  'cards.update': { resource: ['/cards/', 'id', ''], activities: [digest] },
  'delegatedKeys.create': {
    resource: ['/auth/delegated-keys', '', ''],
    activities: [digest],
    isAccess: true,
  },
} as const satisfies Readonly<Record<SignedOperationName, OperationTemplate>>;

/** A template with its parameters by path, as leaves have them. */
export interface FlatActivity extends Omit<ActivityTemplate, 'parameters'> {
  readonly slots: Leaves;
}
export interface FlatOperation extends Omit<OperationTemplate, 'activities'> {
  readonly activities: readonly FlatActivity[];
}

/** A property that a script adds to all objects would otherwise be one of the template. */
function withoutPrototype<T extends object>(template: T): T {
  return { ...template, __proto__: null };
}

/** Uses syntax only, as it may run after other scripts of the page. */
function flat(template: OperationTemplate): FlatOperation {
  const activities: FlatActivity[] = [];
  for (let at = 0; at < template.activities.length; at += 1) {
    const { parameters, ...rest } = template.activities[at] as ActivityTemplate;
    activities[at] = withoutPrototype({ ...rest, slots: leavesOf({ parameters }) });
  }
  return withoutPrototype({ ...template, activities });
}

/** The templates by operation. */
export const operations = { __proto__: null } as unknown as Record<string, FlatOperation>;
for (const name in templates) {
  if (hasOwn(templates, name)) operations[name] = flat(templates[name as SignedOperationName]);
}
