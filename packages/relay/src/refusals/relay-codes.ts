/** What is known of a code that the relay itself responds with. */
export interface RelayCodeFacts {
  /** The HTTP status. */
  readonly status: number;
  /** When the relay responds with the code. */
  readonly meaning: string;
  /** What the developer of the platform can do. */
  readonly action: string;
}

/** Codes of refusals by the relay; the service's codes come on top of them, with their own status. */
export const relayErrorCodes = {
  INVALID_INPUT: {
    status: 400,
    meaning: 'The request does not match the input of the call; `message` names the field.',
    action: 'Change the field that `message` names. Types for actions come from `ActionsOf`.',
  },
  TICKET_INVALID: {
    status: 400,
    meaning:
      'The ticket does not belong to this relay, user, page and call, or its challenge has been used before.',
    action:
      'Start again with leg 1. If it happens to everybody, check that all instances share `secret`.',
  },
  CEREMONY_ORIGIN: {
    status: 400,
    meaning:
      'A passkey was created or used on another origin than the one that calls the relay, or in a frame of a page that `passkey.topOrigins` does not list. With a signer, both happen on its origin; a page cannot do it. Nothing was changed.',
    action:
      "Use the wallet's own methods for passkeys, on the page that calls the relay. With a signer, list its origin in `origins`, and the pages that use it in `passkey.topOrigins`.",
  },
  TICKET_EXPIRED: {
    status: 400,
    meaning: 'The ticket, or the challenge behind it, was sent too late. Nothing was changed.',
    action: 'Start again with leg 1 and sign sooner.',
  },
  NOT_AUTHENTICATED: {
    status: 401,
    meaning: "The platform's own user is not logged in: `authenticate` returned null.",
    action: 'Send the user to the login page of your platform.',
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: 'The service refused a proof or a signature; `reason` names the check that failed.',
    action: 'Read `reason`. The wallet has a code of its own for each.',
  },
  SIGN_IN_REQUIRED: {
    status: 401,
    meaning: 'The session has reached the limit of refreshes, or of the time since the sign-in.',
    action: 'Ask the person to sign in again; `maxRefreshes` and `maxSessionAge` set the limits.',
  },
  FORBIDDEN: {
    status: 403,
    meaning:
      "The account, credential, session or resource is not the user's, or the page is not from one of `origins`.",
    action: 'Use ids that belong to the user, and list the origin of the page in `origins`.',
  },
  UNKNOWN_ACTION: {
    status: 404,
    meaning: 'The relay has no action of this name.',
    action: 'Add the action to `actions`, or use the name of an existing one.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'The path is not one of the protocol, or the user has no wallet.',
    action:
      'Compare where the relay is mounted with the `relay` of the wallet; create an account for the user where one is missing.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The method of the request is not POST.',
    action: 'Send a POST, and pass POST requests to the relay.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    meaning: 'The body did not arrive in time. Nothing was changed.',
    action: 'Send the request again, or raise `deadlines.body`.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: "The body is larger than the relay's limit.",
    action: 'Send a smaller input, or raise `maxBodyBytes`.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The content type of the request is not JSON.',
    action: 'Send JSON with the header `content-type: application/json`.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning:
      'Too many requests, for the relay or for the service; `retryAfter` is the time to wait.',
    action: 'Wait, then try again. `rateLimits` sets the limits of the relay.',
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning:
      'The relay or the service failed, or the service refused the credentials of the platform.',
    action: 'Read the error that `onError` was called with.',
  },
  OUTCOME_UNKNOWN: {
    status: 502,
    meaning: 'A change was sent to the service and its response lost, or it took too long.',
    action: 'Read the resource before repeating the change.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    meaning:
      'The service, `authenticate`, `accounts` or a limiter did not respond. Nothing was changed.',
    action: 'Try again later; read the error that `onError` was called with.',
  },
} as const satisfies Record<string, RelayCodeFacts>;

/** A code of a refusal by the relay itself. */
export type RelayErrorCode = keyof typeof relayErrorCodes;

/** Whether the relay itself responds with a code. */
export function isRelayErrorCode(code: string): code is RelayErrorCode {
  return Object.hasOwn(relayErrorCodes, code);
}
