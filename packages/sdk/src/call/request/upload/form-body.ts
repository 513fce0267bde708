import { filesOf } from '@org/payments-contract';
import { callOrWarn } from '@org/payments-contract/internal';
import type { PreparedRequest } from '../prepare.ts';
import { type FormField, multipartBody, type UploadProgress } from './multipart.ts';
import { type CheckedFile, openFile } from './open-file.ts';

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
 * they can be without reading them. Only a call that uploads loads this module.
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
      : (progress: UploadProgress) => callOrWarn('`onProgress`', onProgress, progress);
  const { body, contentType, ...attempts } = multipartBody(fieldsOf(form, files), report);
  return { ...request, body, contentType, upload: { files: [...files.values()], ...attempts } };
}
