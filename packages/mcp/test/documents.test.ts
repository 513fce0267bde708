import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryAuditLog } from '@org/payments-mcp';
import { expect, onTestFinished, test } from 'vitest';
import { call, connectInMemory, serverOf, stage } from './stage.ts';

/** A server that may read one folder, beside a folder with a secret. */
async function office() {
  const setting = stage();
  const root = mkdtempSync(join(tmpdir(), 'documents-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [allowed, secret] = [join(root, 'allowed'), join(root, 'allowed-not')];
  for (const folder of [allowed, secret]) mkdirSync(folder);
  writeFileSync(join(secret, 'passport.pdf'), '%PDF-1.7 secret');
  writeFileSync(join(allowed, 'passport.pdf'), '%PDF-1.7 document');
  const audit = memoryAuditLog();
  const mcp = serverOf({
    platform: setting.payments,
    allowWrites: true,
    documentFolders: [allowed],
    audit,
  });
  const client = await connectInMemory(mcp);
  const upload = (file: unknown) =>
    call(client, 'documents_create', {
      documentHolder: setting.customerId,
      documentType: 'PASSPORT',
      country: 'DE',
      file,
    });
  return { ...setting, allowed, secret, audit, client, upload };
}

test('a document is uploaded by its path, and replaced', async () => {
  const { upload, allowed, payments, client, audit } = await office();
  const { value, isError } = await upload('passport.pdf');
  expect(isError).toBe(false);
  const documentId = String(value.id);
  expect(await payments.documents.get({ documentId })).toMatchObject({ fileName: 'passport.pdf' });
  expect(audit.records.at(-1)).toMatchObject({ event: 'applied', resourceId: documentId });
  expect(JSON.stringify(audit.records)).not.toContain('%PDF');
  writeFileSync(join(allowed, 'better.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
  const replaced = await call(client, 'documents_replace', {
    documentId,
    documentType: 'PASSPORT',
    country: 'DE',
    file: join(allowed, 'better.png'),
  });
  expect(replaced.value).not.toHaveProperty('error');
  expect(await payments.documents.get({ documentId })).toMatchObject({ fileName: 'better.png' });
});

test('nothing outside the folders is read, by no path and no link', async () => {
  const { upload, allowed, secret, sent } = await office();
  symlinkSync(join(secret, 'passport.pdf'), join(allowed, 'link.pdf'));
  symlinkSync(secret, join(allowed, 'linked'));
  mkdirSync(join(allowed, 'folder.pdf'));
  execFileSync('mkfifo', [join(allowed, 'pipe.pdf')]);
  const paths = [
    join(secret, 'passport.pdf'),
    '../allowed-not/passport.pdf',
    join(allowed, '..', 'allowed-not', 'passport.pdf'),
    'link.pdf',
    'linked/passport.pdf',
    'folder.pdf',
    'pipe.pdf',
    'passport.pdf\0.png',
    '',
    '.',
    allowed,
    '/etc/passwd',
    '/proc/self/environ',
    { path: join(secret, 'passport.pdf') },
    ['passport.pdf'],
  ];
  for (const path of paths) {
    const { value } = await upload(path);
    expect(value.error, JSON.stringify(path)).toMatchObject({ code: 'DOCUMENT_UNAVAILABLE' });
  }
  // A file that exists elsewhere and one that does not are refused in the same words.
  const [there, missing] = await Promise.all([upload('/etc/passwd'), upload('/etc/not-there')]);
  expect(there.value.error?.message).toBe(missing.value.error?.message);
  expect(sent('documents.create')).toBe(0);
});

test('a file that is too large or of another type is refused before it is sent', async () => {
  const { upload, allowed, sent } = await office();
  writeFileSync(join(allowed, 'large.pdf'), new Uint8Array(10 * 1024 * 1024 + 1));
  writeFileSync(join(allowed, 'keys.env'), 'SECRET=1');
  expect((await upload('large.pdf')).value.error).toMatchObject({ code: 'DOCUMENT_UNAVAILABLE' });
  // A link does not change what the file is.
  symlinkSync(join(allowed, 'keys.env'), join(allowed, 'keys.pdf'));
  for (const name of ['keys.env', 'keys.pdf']) {
    expect((await upload(name)).value.error).toMatchObject({
      code: 'DOCUMENT_UNAVAILABLE',
      message: expect.stringContaining('.pdf, .jpg, .jpeg, .png or .csv'),
      action: expect.stringMatching(/^Nothing was sent\. .*converted/),
    });
  }
  expect(sent('documents.create')).toBe(0);
});
