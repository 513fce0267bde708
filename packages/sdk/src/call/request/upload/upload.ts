import { InvalidRequestError } from '../../../errors/caller-errors.ts';
import type { AttemptFailure } from '../../../outcome/observations.ts';
import type { PreparedRequest } from '../prepare.ts';

/** @throws InvalidRequestError for an operation without an upload */
export function refuseProgress({ form, operation }: PreparedRequest): void {
  if (form !== undefined) return;
  const issue = { path: 'options.onProgress', message: 'this operation does not accept a file' };
  throw new InvalidRequestError([issue], { operation: operation.name });
}

/** Whether the body holds a stream that has been read: it cannot be sent again. */
export function isConsumed({ upload }: PreparedRequest): boolean {
  return upload?.files.some((file) => file.isConsumed) === true;
}

/** An upload that ended before its last bytes. */
export interface BrokenUpload {
  /** Set if a file could not be read as promised; otherwise the connection, the caller or a limit ended it. */
  readonly error: InvalidRequestError | undefined;
}

/**
 * Whether an attempt failed before the upload was whole: because of the file, the caller, a limit or
 * the connection. The service has then an incomplete request, on which it cannot act: neither the
 * length nor the last chunk of the body is there, nor the delimiter that ends the form.
 *
 * @returns undefined if the whole body may have been sent, or the service had begun to respond
 */
export function brokenUpload(
  { upload }: PreparedRequest,
  { phase }: AttemptFailure,
): BrokenUpload | undefined {
  if (upload === undefined || phase === 'body') return undefined;
  const error = upload.files.find(({ failure }) => failure !== undefined)?.failure;
  if (error === undefined && phase === 'unsent') return undefined;
  return upload.breakOff() ? { error } : undefined;
}
