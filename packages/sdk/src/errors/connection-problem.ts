export interface ConnectionProblem {
  readonly message: string;
  readonly action: string;
}

interface PlatformError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** More than any platform nests errors. */
const MAX_ERRORS = 20;

/** An error, its causes and the errors it combines. */
function* within(error: unknown): Generator<PlatformError> {
  const left: unknown[] = [error];
  for (let count = 0; count < MAX_ERRORS; count += 1) {
    const next = left.shift();
    if (typeof next !== 'object' || next === null) {
      if (left.length === 0) return;
      continue;
    }
    const { cause, errors } = next as PlatformError;
    yield next;
    left.push(cause, ...(Array.isArray(errors) ? errors : []));
  }
}

/** What the code of an error means, and its text where OpenSSL has one code for many reasons. */
const problems: readonly (readonly [RegExp, message: string, todo: string])[] = [
  [
    /^ECONNREFUSED/,
    'The host of `baseUrl`, or the proxy before it, refused the connection: nothing listens on its port.',
    'Check host and port of `baseUrl`, and of HTTPS_PROXY if it is set, and whether the service is running there.',
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)/,
    'The host name of `baseUrl` could not be resolved.',
    'Check `baseUrl`, and the name server of this machine.',
  ],
  [
    /^(?:EPROTO|ERR_SSL_).*(?:wrong.version.number|packet.length.too.long|http.request)/i,
    'The port of `baseUrl` does not speak TLS.',
    'If it is a local service, such as the mock, write http:// in `baseUrl`; otherwise use the port for https.',
  ],
  [
    /^HPE_/,
    'What listens on the port of `baseUrl` did not respond in HTTP.',
    'Check the port of `baseUrl`; if it speaks TLS, write https://.',
  ],
  [
    /^(?:CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|ERR_TLS_CERT_)/,
    'The certificate of the service was not accepted',
    'If your network puts a certificate of its own in front of the service, let Node trust its authority with NODE_EXTRA_CA_CERTS. Do not turn the check off.',
  ],
];

/** Explains why a connection failed, from the error of the platform; undefined for an unknown code. */
export function connectionProblem(error: unknown): ConnectionProblem | undefined {
  for (const { code, message } of within(error)) {
    if (typeof code !== 'string') continue;
    const found = problems.find(([pattern]) => pattern.test(`${code} ${message}`));
    if (found === undefined) continue;
    const [, text, todo] = found;
    return {
      message: text.endsWith('.') ? text : `${text} (${code}).`,
      action: `This call has changed nothing. ${todo}`,
    };
  }
  return undefined;
}
