import type { LoggedRequest } from '@org/payments-mock';
import { type FunctionalComponent, h, type VNode } from 'vue';
import { shown } from './format.ts';

function body(label: string, value: unknown): VNode[] {
  if (value === undefined || value === null) return [];
  return [h('p', { class: 'try-it-label' }, label), h('pre', { tabindex: 0 }, shown(value))];
}

function leg({ leg: number, status }: LoggedRequest): string {
  if (number === undefined) return '';
  return number === 1 && status === 202 ? 'leg 1: a challenge' : `leg ${number}`;
}

function item(request: LoggedRequest): VNode {
  const { method, path, status, operation, explanation, changes } = request;
  return h('li', { key: request.sequence }, [
    h('details', [
      h('summary', [
        h(
          'span',
          { class: ['try-it-status', status < 400 ? 'is-good' : 'is-bad'] },
          String(status),
        ),
        h('code', `${method} ${path}`),
        h('span', { class: 'try-it-note' }, [operation, leg(request)].filter(Boolean).join(', ')),
      ]),
      ...(explanation === undefined ? [] : [h('p', explanation)]),
      ...body('Request', request.requestBody),
      ...body('Response', request.responseBody),
      ...(changes.length === 0 ? [] : body('Changed in the mock', changes)),
    ]),
  ]);
}

/** The requests of a run, each with its bodies folded. */
export const RequestList: FunctionalComponent<{ requests: readonly LoggedRequest[] }> = ({
  requests,
}) => h('ol', { class: 'try-it-requests' }, requests.map(item));
RequestList.props = ['requests'];
