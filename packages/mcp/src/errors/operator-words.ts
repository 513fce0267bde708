/** What the SDK says to a program, and how whoever starts a command or a server sets it. */
const settings: readonly (readonly [said: RegExp, variable: string])[] = [
  [/`baseUrl`|\b[tT]he base URL\b/g, 'PAYMENTS_BASE_URL'],
  [/the `dialect`/g, 'PAYMENTS_DIALECT'],
  [/Pass `secret`, or set/g, 'Set'],
  [
    /the API token and its secret, or the agent token,/g,
    'PAYMENTS_TOKEN_ID and PAYMENTS_CLIENT_SECRET, or PAYMENTS_ACCESS_TOKEN of an agent,',
  ],
  [/Pass PAYMENTS_BASE_URL or set/g, 'Set'],
  [/pass (the id of the token that \w+ it) as `account`/g, 'set PAYMENTS_FIRST_TOKEN_ID to $1'],
];

/** A text of the SDK with the variables of the environment in place of options. */
export function operatorText(text: string): string {
  return settings.reduce((all, [pattern, own]) => all.replace(pattern, own), text);
}

/** What only the operator of a server can mend: a model asks the person for it. */
const isOfOperator = /PAYMENTS_|NODE_EXTRA_CA_CERTS|\b(?:proxy|storage)\b/;

/** What to do, for a model: each sentence about the set-up of the server is one for the person. */
export function actionForModel(action: string): string {
  const sentences = operatorText(action).split(/(?<=[.?!]) /);
  return sentences
    .map((one) =>
      isOfOperator.test(one) ? `Tell the person: ${one[0]?.toLowerCase()}${one.slice(1)}` : one,
    )
    .join(' ');
}
