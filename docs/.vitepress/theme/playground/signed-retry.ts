import type { LoggedRequest } from '@org/payments-mock';
import { type FunctionalComponent, h } from 'vue';

type Exchange = readonly LoggedRequest[];

interface Step {
  /** Where the arrow points; a step without one happens in the SDK. */
  readonly to?: 'service' | 'sdk';
  readonly text: string;
  /** The requests that show that it happened. */
  readonly shownBy: (requests: Exchange) => LoggedRequest | undefined;
  /** What was sent, in the words of the request or response. */
  readonly sent: (request: LoggedRequest) => string;
}

const MAX_LENGTH = 48;

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function bodyOf(request: LoggedRequest): Readonly<Record<string, unknown>> {
  return (request.responseBody ?? {}) as Readonly<Record<string, unknown>>;
}

const headers = { stamp: 'Service-Wallet-Signature', 'request-id': 'Request-Id' } as const;

const line = ({ method, path }: LoggedRequest) => `${method} ${shortened(path)}`;
const first = (requests: Exchange) => requests.find(({ leg }) => leg === 1);
const second = (requests: Exchange) => requests.find(({ leg }) => leg === 2);
const only = (isRight: (request: LoggedRequest) => boolean, request?: LoggedRequest) =>
  request !== undefined && isRight(request) ? request : undefined;

const steps: readonly Step[] = [
  { to: 'service', text: 'The SDK sends the change.', shownBy: first, sent: line },
  {
    to: 'sdk',
    text: 'The service responds 202 with payloadToSign. Nothing has changed.',
    shownBy: (requests) => only(({ status }) => status === 202, first(requests)),
    sent: (request) => shortened(`payloadToSign: ${bodyOf(request).payloadToSign}`),
  },
  {
    text: 'The session key stamps that string.',
    shownBy: second,
    sent: () => 'ECDSA P-256, SHA-256',
  },
  {
    to: 'service',
    text: 'The SDK sends the identical request again, with the stamp.',
    shownBy: second,
    sent: ({ signatureHeaders }) => signatureHeaders.map((name) => headers[name]).join(', '),
  },
  {
    to: 'sdk',
    text: 'The service carries it out, once.',
    shownBy: (requests) => only(({ status }) => status < 300, second(requests)),
    sent: (request) => `${request.status} ${bodyOf(request).state ?? ''}`,
  },
];

/** The steps of a signed change, each drawn as soon as the requests show that it happened. */
export const SignedRetry: FunctionalComponent<{ requests: Exchange }> = ({ requests }) =>
  h('div', { class: 'retry' }, [
    h('div', { class: 'retry-sides', 'aria-hidden': 'true' }, [
      h('span', 'SDK, your server'),
      h('span', 'Service'),
    ]),
    h(
      'ol',
      { class: 'retry-steps', 'aria-label': 'The signed retry' },
      steps.map(({ to, text, shownBy, sent }) => {
        const request = shownBy(requests);
        return h('li', { class: { 'is-done': request !== undefined } }, [
          text,
          h('span', { class: ['retry-arrow', to === undefined ? 'at-sdk' : `to-${to}`] }),
          h('code', request === undefined ? ' ' : sent(request)),
          request === undefined ? undefined : h('span', { class: 'visually-hidden' }, ' (done)'),
        ]);
      }),
    ),
  ]);
SignedRetry.props = ['requests'];
