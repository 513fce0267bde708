import * as z from 'zod/mini';
import { type FileInput, type FileRule, fileProblems, isFileInput } from './media.ts';
import { withMeta } from './meta.ts';

/** Returns the schema of a file in a multipart body. Type and size are checked as far as they are known. */
export function file(rule: FileRule): z.ZodMiniType<FileInput, FileInput> {
  const schema = z.unknown().check(
    z.superRefine((value, context) => {
      const problems = isFileInput(value)
        ? fileProblems(value, rule)
        : ['expected a Blob, a File, a Response, { path } or { content, fileName, contentType }'];
      for (const message of problems) context.addIssue({ code: 'custom', message });
    }),
  );
  return withMeta(schema, { file: rule }) as unknown as z.ZodMiniType<FileInput, FileInput>;
}
