import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../../../crypto/test/any-character.ts';
import { type FormField, multipartBody, type OpenFile } from './multipart.ts';

function fileOf(
  bytes: Uint8Array,
  fileName = 'a.pdf',
  pieces = [bytes],
): OpenFile & { readonly bytes: Uint8Array } {
  return {
    bytes,
    fileName,
    contentType: 'application/pdf',
    size: bytes.byteLength,
    async *read() {
      yield* pieces;
    },
  };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The form as the parser of the runtime reads it. */
async function parsed(fields: readonly FormField[]): Promise<FormData> {
  const { body, contentType } = multipartBody(fields);
  const bytes = await bytesOf(body.stream());
  expect(body.length).toBe(bytes.byteLength);
  const headers = { 'content-type': contentType };
  return new Response(bytes, { headers }).formData();
}

/** Strings with the characters that end header fields, boundaries and quotes. */
const nasty = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1 }),
  fc
    .array(fc.constantFrom('"', '\r', '\n', '\r\n', '--', '\\', ';', '=', 'ü', '🙂', 'name='), {
      minLength: 1,
    })
    .map((parts) => parts.join('')),
);

/** A name as it arrives: line breaks and quotes come escaped, and the parser undoes the quotes. */
function arrived(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

const isPlain = (name: string) => !/%0[AD]|%22/i.test(name) && name.isWellFormed();

test('bytes arrive unchanged, in any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 })), async (pieces) => {
      const bytes = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
      const form = await parsed([['file', fileOf(bytes, 'a.pdf', pieces)]]);
      const file = form.get('file') as File;
      expect(file).toMatchObject({ name: 'a.pdf', type: 'application/pdf', size: bytes.length });
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    }),
  );
});

test('text fields arrive unchanged, whatever they contain, and add no field', async () => {
  await fc.assert(
    fc.asyncProperty(nasty.filter(isPlain), async (text) => {
      const form = await parsed([
        ['documentNumber', text],
        ['file', fileOf(new Uint8Array([1]))],
      ]);
      expect([...form.keys()]).toEqual(['documentNumber', 'file']);
      expect(form.get('documentNumber')).toBe(text);
    }),
  );
});

test('names of fields and files may hold quotes, line breaks and any Unicode', async () => {
  await fc.assert(
    fc.asyncProperty(nasty.filter(isPlain), nasty.filter(isPlain), async (name, fileName) => {
      const form = await parsed([
        [name, fileOf(new Uint8Array([1, 2]), fileName)],
        ['last', 'text'],
      ]);
      const found = [...form];
      expect(found).toHaveLength(2);
      const [[foundName, file]] = found as [[string, File]];
      expect(arrived(foundName)).toBe(arrived(name));
      expect(arrived(file.name)).toBe(arrived(fileName));
      expect(file.size).toBe(2);
    }),
  );
});

test('a name cannot inject a header field or a part', async () => {
  const evil = 'a"\r\nContent-Type: text/html\r\n\r\n--x--\r\n';
  const { body } = multipartBody([['file', fileOf(new Uint8Array([1]), evil)]]);
  const text = new TextDecoder().decode(await bytesOf(body.stream()));
  expect(text.match(/^Content-Type: .*$/gm)).toEqual(['Content-Type: application/pdf']);
});

test('the same bytes are made each time, boundary included; another body has another boundary', async () => {
  const fields: FormField[] = [['file', fileOf(new Uint8Array(200_000).fill(7))]];
  const one = multipartBody(fields);
  const two = multipartBody(fields);
  const first = await bytesOf(one.body.stream());
  expect(first).toEqual(await bytesOf(one.body.stream()));
  expect(one.contentType).not.toBe(two.contentType);
});

test('progress counts every byte, in steps of at most 64 KiB, and restarts with each stream', async () => {
  const steps: number[] = [];
  const totals = new Set<number | undefined>();
  const { body } = multipartBody([['file', fileOf(new Uint8Array(300_000))]], (progress) => {
    steps.push(progress.sent);
    totals.add(progress.total);
  });
  await bytesOf(body.stream());
  const once = steps.length;
  await bytesOf(body.stream());
  expect([...totals]).toEqual([body.length]);
  expect(steps.at(-1)).toBe(body.length);
  expect(steps.slice(once)).toEqual(steps.slice(0, once));
  const sizes = steps.slice(0, once).map((sent, index) => sent - (steps[index - 1] ?? 0));
  expect(Math.max(...sizes)).toBe(64 * 1024);
});

test('a view of a larger buffer sends its own bytes only', async () => {
  const buffer = new Uint8Array(400_000).fill(0x53);
  const view = buffer.subarray(100_000, 300_000).fill(0x61);
  const form = await parsed([['file', fileOf(view)]]);
  const bytes = new Uint8Array(await (form.get('file') as File).arrayBuffer());
  expect(bytes).toHaveLength(200_000);
  expect(bytes.every((byte) => byte === 0x61)).toBe(true);
});

test("without the file's size, the length of the body is unknown", () => {
  const { body } = multipartBody([['file', { ...fileOf(new Uint8Array(1)), size: undefined }]]);
  expect(body.length).toBeUndefined();
});
