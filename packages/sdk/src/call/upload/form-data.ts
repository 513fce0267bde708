import type { MultipartBody } from './multipart.ts';

/** A form as a body that has the same bytes, boundary included, every time it is sent. */
export async function formDataBody(form: FormData): Promise<MultipartBody> {
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? 'multipart/form-data';
  const bytes = await encoded.blob();
  return { contentType, body: { length: bytes.size, stream: () => bytes.stream() } };
}
