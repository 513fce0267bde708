import type { LoggedRequest } from '@org/payments-mock';
import { type FunctionalComponent, h, type VNode } from 'vue';
import { shown } from './evaluate.ts';

function body(label: string, value: unknown): VNode[] {
  if (value === undefined || value === null) return [];
  return [h('p', { class: 'try-it-label' }, label), h('pre', { tabindex: 0 }, shown(value))];
}

function item(request: LoggedRequest): VNode {
  const { method, path, status, operation, explanation, changes, leg } = request;
  const legText = leg === 1 && status === 202 ? 'leg 1: a challenge' : leg && `leg ${leg}`;
  return h('li', { key: request.sequence }, [
    h('details', [
      h('summary', [
        h('span', { class: ['try-it-status', status < 400 ? 'is-good' : 'is-bad'] }, status),
        h('code', `${method} ${path}`),
        h('span', { class: 'try-it-note' }, [operation, legText].filter(Boolean).join(', ')),
      ]),
      explanation && h('p', explanation),
      ...body('Request', request.requestBody),
      ...body('Response', request.responseBody),
      ...(changes.length === 0 ? [] : body('Changed in the mock', changes)),
    ]),
  ]);
}

type Requests = readonly LoggedRequest[];

/** The requests of a run, each with its bodies folded. */
export const RequestList: FunctionalComponent<{ requests: Requests }> = ({ requests }) => [
  h('p', { class: 'try-it-label' }, `Requests that the mock received: ${requests.length}`),
  h('ol', { class: 'try-it-requests' }, requests.map(item)),
];
RequestList.props = ['requests'];

interface Step {
  /** Where the arrow points; a step without one happens in the SDK. */
  readonly to?: 'service' | 'sdk';
  readonly text: string;
  /** The leg whose request shows that it happened, and the highest status that it may have. */
  readonly leg: 1 | 2;
  readonly below: number;
  /** What was sent, in the words of the request or response. */
  readonly sent: (request: LoggedRequest) => string;
}

const steps: readonly Step[] = [
  {
    to: 'service',
    text: 'The SDK sends the change.',
    leg: 1,
    below: 600,
    sent: ({ method, path }) => `${method} ${path}`,
  },
  {
    to: 'sdk',
    text: 'The service responds 202 with payloadToSign. Nothing has changed.',
    leg: 1,
    below: 203,
    sent: ({ responseBody }) =>
      `payloadToSign: ${(responseBody as { payloadToSign?: string })?.payloadToSign}`,
  },
  {
    text: 'The session key stamps that string.',
    leg: 2,
    below: 600,
    sent: () => 'ECDSA P-256, SHA-256',
  },
  {
    to: 'service',
    text: 'The SDK sends the identical request again, with the stamp.',
    leg: 2,
    below: 600,
    sent: () => 'Service-Wallet-Signature, Request-Id',
  },
  {
    to: 'sdk',
    text: 'The service carries it out, once.',
    leg: 2,
    below: 300,
    sent: ({ status, responseBody }) =>
      `${status} ${(responseBody as { state?: string })?.state ?? ''}`,
  },
];

const MAX_LENGTH = 48;

/** The steps of a signed change, each drawn as soon as the requests show that it happened. */
export const SignedRetry: FunctionalComponent<{ requests: Requests }> = ({ requests }) =>
  h('div', { class: 'retry' }, [
    h('div', { class: 'retry-sides', 'aria-hidden': 'true' }, [
      h('span', 'SDK, your server'),
      h('span', 'Service'),
    ]),
    h(
      'ol',
      { class: 'retry-steps', 'aria-label': 'The signed retry' },
      steps.map(({ to, text, leg, below, sent }) => {
        const request = requests.find((one) => one.leg === leg && one.status < below);
        const words = request === undefined ? ' ' : sent(request);
        return h('li', { class: { 'is-done': request !== undefined } }, [
          text,
          h('span', { class: ['retry-arrow', to === undefined ? 'at-sdk' : `to-${to}`] }),
          h('code', words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH)}…` : words),
          request && h('span', { class: 'visually-hidden' }, ' (done)'),
        ]);
      }),
    ),
  ]);
SignedRetry.props = ['requests'];
