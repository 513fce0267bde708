import { filesOf } from '@org/payments-contract';
import { InvalidRequestError } from '../../../errors/caller-errors.ts';
import { notify } from '../../../observe/notify.ts';
import type { AttemptFailure } from '../../../outcome/observations.ts';
import type { PreparedRequest } from '../prepare.ts';
import { type FormField, multipartBody, type UploadProgress } from './multipart.ts';
import { type CheckedFile, openFile } from './open-file.ts';

/** @throws InvalidRequestError for an operation without an upload */
export function refuseProgress({ form, operation }: PreparedRequest): void {
  if (form !== undefined) return;
  const issue = { path: 'options.onProgress', message: 'this operation does not accept a file' };
  throw new InvalidRequestError([issue], { operation: operation.name });
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The fields of a form: text first, so that a service has read them when the file arrives. */
function fieldsOf(
  form: Readonly<Record<string, unknown>>,
  files: ReadonlyMap<string, CheckedFile>,
): readonly FormField[] {
  const texts = Object.entries(form)
    .filter(([name]) => !files.has(name))
    .map(([name, value]): FormField => [name, textOf(value)]);
  return [...texts, ...files];
}

/**
 * Builds the body of a request whose fields are sent as a form. Its files are checked as far as
 * they can be without reading them.
 *
 * @throws InvalidRequestError for a path that cannot be read, and for a size out of range
 */
export async function withUpload(
  request: PreparedRequest,
  onProgress: ((progress: UploadProgress) => void) | undefined,
): Promise<PreparedRequest> {
  const { form = {}, operation } = request;
  const files = new Map<string, CheckedFile>();
  for (const field of filesOf(operation.row.body, form)) {
    files.set(field.name, await openFile(field, operation.name));
  }
  const report =
    onProgress === undefined
      ? undefined
      : (progress: UploadProgress) => notify(onProgress, progress, '`onProgress`');
  const { body, contentType, breakOff } = multipartBody(fieldsOf(form, files), report);
  return { ...request, body, contentType, upload: { files: [...files.values()], breakOff } };
}

/** Whether the body holds a stream that has been read: it cannot be sent again. */
export function isSpent({ upload }: PreparedRequest): boolean {
  return upload?.files.some((file) => file.isSpent) === true;
}

/** An upload that this client broke off before its end. */
export interface BrokenUpload {
  /** Set if a file could not be read as promised; otherwise the caller or a limit ended it. */
  readonly error: InvalidRequestError | undefined;
}

/**
 * Whether an attempt failed because this client broke the upload off: because of a file, the caller
 * or a limit. The service has then an incomplete request, on which it cannot act: neither the length
 * nor the last chunk of the body is there, nor the delimiter that ends the form.
 *
 * @returns undefined if the whole body may have been sent, or the service had begun to respond
 */
export function brokenUpload(
  { upload }: PreparedRequest,
  { phase, why }: AttemptFailure,
): BrokenUpload | undefined {
  if (upload === undefined || phase === 'body') return undefined;
  const error = upload.files.find(({ failure }) => failure !== undefined)?.failure;
  if (error === undefined && (why === 'network' || phase === 'unsent')) return undefined;
  return upload.breakOff() ? { error } : undefined;
}
