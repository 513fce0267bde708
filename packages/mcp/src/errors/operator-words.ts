/** What the SDK says to a program, and how whoever starts a command or a server sets it. */
const settings: readonly (readonly [said: RegExp, variable: string])[] = [
  [/`baseUrl`|\b[tT]he base URL\b/g, 'PAYMENTS_BASE_URL'],
  [/the `dialect`/g, 'PAYMENTS_DIALECT'],
  [/Pass `secret`, or set/g, 'Set'],
  [/its secret is not listed/g, 'it was sealed with another PAYMENTS_JOURNAL_SECRET'],
  [/List that secret too/g, 'Set that PAYMENTS_JOURNAL_SECRET, and try again'],
  [
    /the API token and its secret, or the agent token,/g,
    'PAYMENTS_TOKEN_ID and PAYMENTS_CLIENT_SECRET, or PAYMENTS_ACCESS_TOKEN of an agent,',
  ],
  [/Pass PAYMENTS_BASE_URL or set/g, 'Set'],
  [/pass (the id of the token that \w+ it) as `account`/g, 'set PAYMENTS_FIRST_TOKEN_ID to $1'],
  [/\bThe tokenId\b|`tokenId`/g, 'PAYMENTS_TOKEN_ID'],
  [/\bThe clientSecret\b|`clientSecret`/g, 'PAYMENTS_CLIENT_SECRET'],
  [/\bThe accessToken\b/g, 'PAYMENTS_ACCESS_TOKEN'],
  [/is an option: pass it in the second argument/g, 'is not a field of this operation'],
];

/** What a program passes to a server, and how whoever starts `payments-mcp` sets it. */
const ofServer: typeof settings = [
  [/The token of the MCP endpoint/g, 'PAYMENTS_MCP_TOKEN'],
  [/The approval code of (\S+)/g, 'The code of $1 in PAYMENTS_MCP_APPROVAL_CODES'],
  [/of the approval page/g, 'of PAYMENTS_MCP_APPROVAL_CODES'],
  [/with `signingLink`/g, 'by a server that a program of yours starts'],
  [/`tools`/g, '--tool'],
  [/`allowWrites`/g, '--allow-write'],
  [/`documentFolders`/g, '--documents'],
  [/`publicOrigin`/g, '--public-origin'],
  [/`allowedOrigins`/g, '--allow-origin'],
  [/`allowedHosts`/g, '--allow-host'],
  [/`host`/g, '--host'],
  [/ of listenHttp\b/g, ''],
];

/** A text of the SDK with the variables of the environment in place of options. */
export function operatorText(text: string): string {
  return settings.reduce((all, [pattern, own]) => all.replace(pattern, own), text);
}

/** Why `payments-mcp` does not start, with its options in place of those of a program. */
export function startText(text: string): string {
  return ofServer.reduce((all, [pattern, own]) => all.replace(pattern, own), operatorText(text));
}

/** What only the operator of a server can mend: a model asks the person for it. */
const isOfOperator =
  /PAYMENTS_|NODE_EXTRA_CA_CERTS|\b(?:proxy|storage|journal|[sS]pace|disk|user of the process)\b/;

/** What to do, for a model: each sentence about the set-up of the server is one for the person. */
export function actionForModel(action: string): string {
  const sentences = operatorText(action).split(/(?<=[.?!]) /);
  return sentences
    .map((one) =>
      isOfOperator.test(one) ? `Tell the person: ${one[0]?.toLowerCase()}${one.slice(1)}` : one,
    )
    .join(' ');
}
