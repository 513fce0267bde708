/** What is known of a failure that the MCP server finds itself. */
export interface McpCodeFacts {
  /** The name that the error has in its JSON. */
  readonly error: 'HttpRefusal' | 'McpOptionError' | 'ToolError';
  /** The status of the response, for a request that the HTTP endpoint refuses. */
  readonly status?: number;
  readonly meaning: string;
  /** What the caller can do. */
  readonly action: string;
}

/**
 * Codes of failures that the MCP server finds itself, in the results of tools and in responses of
 * its HTTP endpoint. Those of the service and of the client pass through unchanged.
 */
export const mcpErrorCodes = {
  CONFIRMATION_DECLINED: {
    error: 'ToolError',
    meaning: 'The person refused the call, closed the question or did not tick the box.',
    action: 'Nothing was sent. Do not repeat the call unless the person asks for it.',
  },
  CONFIRMATION_LOCKED: {
    error: 'ToolError',
    meaning:
      'A person refused this call twice, or four calls of this operation. It cannot be asked for again until 15 minutes after.',
    action: 'Nothing was sent. Stop asking, and tell the person what you wanted to do.',
  },
  CONFIRMATION_INVALID: {
    error: 'ToolError',
    meaning:
      'The confirmation id is unknown, was used before, has expired, or belongs to a call with other arguments. Each attempt uses up its id.',
    action:
      'Nothing was sent. Call the tool again without `confirmationId`, and ask the person again.',
  },
  CONFIRMATION_OUTDATED: {
    error: 'ToolError',
    meaning:
      'The person approved the call, and what they had been shown changed before it was sent, such as a policy or the status of a payee.',
    action: 'Nothing was sent. Call again, so that the person sees what holds now.',
  },
  CONFIRMATION_UNAVAILABLE: {
    error: 'ToolError',
    meaning:
      'A person must approve the call, and nobody can be asked: the client does not support elicitation, and no approval page is served; or nobody decided in time; or a hundred calls wait already.',
    action:
      'Nothing was sent. Use a client that supports elicitation, or serve the approval page; if a person was asked, call again and have them decide within the time given.',
  },
  REFERENCE_UNRESOLVED: {
    error: 'ToolError',
    meaning:
      'Something that the call refers to, such as the account of a payee, cannot be read. A person cannot approve what cannot be shown, so nobody was asked.',
    action: 'Nothing was sent. Check the ids, and whether the token may read what they name.',
  },
  DOCUMENT_UNAVAILABLE: {
    error: 'ToolError',
    meaning:
      'The file of a document is not in a folder that the server may read, is not a regular file, cannot be opened, has a name that ends otherwise than in `.pdf`, `.jpg`, `.jpeg`, `.png` or `.csv`, or is larger than 10 MB. A link that leads out of the folders counts as outside.',
    action:
      'Nothing was sent. Ask the person to put the file into an allowed folder, and name it by its path.',
  },
  AUDIT_UNAVAILABLE: {
    error: 'ToolError',
    meaning: 'The audit log cannot be written. A write that is not recorded is not sent.',
    action: "Nothing was sent. Check the audit log's file and the space on its disk.",
  },
  FORBIDDEN: {
    error: 'ToolError',
    meaning:
      "With `refusedBy: policy`: the agent is paused, or its policy lacks the permission, the account or the currency. `refusals` names everything the policy does not allow; the service's own refusal has a `status`.",
    action:
      'This call was not sent. Tell the person what the policy does not allow: its platform can change it. Pay no other amount, and in no parts, unless they say so. If you sent the same call before, look for its payment first.',
  },
  VELOCITY_LIMIT_EXCEEDED: {
    error: 'ToolError',
    meaning:
      "With `refusedBy: policy`: the payment exceeds a limit of the agent's policy, with what was spent and what waits for approval. `refusals` names each limit; the service's own refusal has a `status`.",
    action:
      'This call was not sent. Tell the person what the policy does not allow: its platform can change it. Pay no other amount, and in no parts, unless they say so. If you sent the same call before, look for its payment first.',
  },
  CONFLICT: {
    error: 'ToolError',
    meaning:
      'The service would refuse the call in the state that its resource is in, such as a quote that was executed, so nobody was asked.',
    action: 'Nothing was sent. Read the resource before deciding again.',
  },
  UNKNOWN_TOOL: {
    error: 'ToolError',
    meaning:
      'The server has no tool of this name, or does not offer the operation; the message says why.',
    action: 'List the tools with `tools/list`.',
  },
  UNKNOWN_REFERENCE: {
    error: 'ToolError',
    meaning:
      'The journal has no lost write with that reference for this account, or another process asks about it at the moment.',
    action: 'Read what the write would have changed before you repeat it.',
  },
  INTERNAL: {
    error: 'ToolError',
    meaning: 'The server failed for a reason it does not recognize.',
    action: "Read the server's log. Do not repeat a change before you have read what it did.",
  },
  CONFIGURATION: {
    error: 'McpOptionError',
    meaning: 'An option of `createPaymentsMcp`, of `listenHttp` or of the command is not valid.',
    action: 'Change the option that the message names.',
  },
  INVALID_JSON: {
    error: 'HttpRefusal',
    status: 400,
    meaning: 'The body of a request to the HTTP endpoint is not JSON.',
    action: 'Send one JSON-RPC message as JSON.',
  },
  INVALID_MESSAGE: {
    error: 'HttpRefusal',
    status: 400,
    meaning:
      'The body of a request to the HTTP endpoint is not a JSON-RPC message, or the session does not accept it, such as a second `initialize` or an unknown protocol version.',
    action: 'Send what the message names as the protocol defines it, as the official clients do.',
  },
  NOT_INITIALIZED: {
    error: 'HttpRefusal',
    status: 400,
    meaning: 'The request names no session, and is not the `initialize` that begins one.',
    action:
      'Send `initialize` first, and then each request with the `MCP-Session-Id` of its response.',
  },
  UNAUTHORIZED: {
    error: 'HttpRefusal',
    status: 401,
    meaning: "The Authorization header does not carry the HTTP endpoint's bearer token.",
    action: 'Send `Authorization: Bearer` with the value of `PAYMENTS_MCP_TOKEN`.',
  },
  FORBIDDEN_HOST: {
    error: 'HttpRefusal',
    status: 403,
    meaning: 'The name in the Host header is not a name of the HTTP endpoint.',
    action: 'Connect under a name of the server, or add the name with `--allow-host`.',
  },
  FORBIDDEN_ORIGIN: {
    error: 'HttpRefusal',
    status: 403,
    meaning: 'A page of this origin may not call the HTTP endpoint.',
    action: 'Add the origin with `--allow-origin` if you trust its pages.',
  },
  NOT_FOUND: {
    error: 'HttpRefusal',
    status: 404,
    meaning: 'The path is not that of the HTTP endpoint.',
    action: 'Connect at `/mcp`.',
  },
  UNKNOWN_SESSION: {
    error: 'HttpRefusal',
    status: 404,
    meaning: 'The session has ended, or never existed.',
    action: 'Send `initialize` without a session id, as the official clients do.',
  },
  METHOD_NOT_ALLOWED: {
    error: 'HttpRefusal',
    status: 405,
    meaning: 'The HTTP endpoint accepts POST, GET and DELETE.',
    action: 'Use a client for streamable HTTP.',
  },
  NOT_ACCEPTABLE: {
    error: 'HttpRefusal',
    status: 406,
    meaning: 'The Accept header lacks a type in which the HTTP endpoint responds.',
    action:
      'Send `Accept: application/json, text/event-stream` with a POST, and `Accept: text/event-stream` with a GET.',
  },
  STREAM_IN_USE: {
    error: 'HttpRefusal',
    status: 409,
    meaning: 'Another connection already receives the stream of the session.',
    action: 'Close the other connection, then connect again.',
  },
  BODY_TOO_LARGE: {
    error: 'HttpRefusal',
    status: 413,
    meaning: 'The body of a request to the HTTP endpoint is larger than `maxBodyBytes`.',
    action: 'Send a smaller body, or raise `maxBodyBytes`.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    error: 'HttpRefusal',
    status: 415,
    meaning: 'The body of a request to the HTTP endpoint is not declared as JSON.',
    action: 'Send `Content-Type: application/json`.',
  },
  TOO_MANY_SESSIONS: {
    error: 'HttpRefusal',
    status: 503,
    meaning: 'The number of open sessions has reached `maxSessions`, and each has a running call.',
    action:
      'Send `initialize` again after a call has ended. Raise `maxSessions` if this happens often.',
  },
} as const satisfies Record<string, McpCodeFacts>;

/** A code of a failure that the MCP server finds itself. */
export type McpErrorCode = keyof typeof mcpErrorCodes;

/** The codes that one kind of error can have. */
export type CodeOf<Name extends McpCodeFacts['error']> = {
  [Code in McpErrorCode]: (typeof mcpErrorCodes)[Code]['error'] extends Name ? Code : never;
}[McpErrorCode];
