import { filesOf, SIGNATURE_HEADER } from '@org/payments-contract';
import type { JournalRequest } from '../../outcome/journal.ts';
import type { PreparedRequest } from '../request/prepare.ts';
import type { LegRequest } from './leg.ts';

/** The fields of a form without its files, which may be large, or streams that can be read once. */
function fieldsOf({ form, operation }: PreparedRequest): PreparedRequest['form'] {
  if (form === undefined) return undefined;
  const files = filesOf(operation.row.body, form).map(({ name }) => name);
  return Object.fromEntries(Object.entries(form).filter(([name]) => !files.includes(name)));
}

/** The exact request, as an entry keeps it. A keyed write can be repeated with the stamp it had. */
export function legJournalRequest({
  request,
  headers,
  idempotencyKey,
}: LegRequest): JournalRequest {
  const { [SIGNATURE_HEADER]: stamp } = headers;
  const stamped = idempotencyKey !== undefined && stamp !== undefined;
  const plain = journalRequest(request);
  return stamped ? { ...plain, headers: { ...plain.headers, [SIGNATURE_HEADER]: stamp } } : plain;
}

export function journalRequest(request: PreparedRequest): JournalRequest {
  const { path, search, headers, body } = request;
  return {
    path,
    search,
    headers,
    body: typeof body === 'string' ? body : null,
    isUpload: body !== undefined && typeof body !== 'string',
    form: fieldsOf(request),
  };
}
