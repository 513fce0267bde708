import { expect, it } from 'vitest';
import { bundle } from '../test/bundle.ts';

it('leaves out the code for Node, and loads the errors of the cryptography with it', async () => {
  const files = await bundle('src/index.ts');
  const text = files.map((file) => file.text).join('\n');
  expect(text).toContain('deriveBits');
  expect(text).not.toMatch(/createECDH|createDecipheriv|hkdfSync/);
  const first = files.filter(({ load }) => load === 'first').map((file) => file.text);
  expect(text).toContain('WALLET_EXPORT_UNOPENED');
  expect(first.join('\n')).not.toContain('WALLET_EXPORT_');
});

it('puts the cryptography and the ceremonies into one lazy chunk', async () => {
  const files = await bundle('src/index.ts');
  const own = await bundle('src/index.ts', { withoutLibraries: true });
  const textOf = (load: string, of = files) =>
    of
      .filter((file) => file.load === load)
      .map(({ text }) => text)
      .join('\n');
  expect(textOf('lazy')).toContain('turnkey_hpke');
  expect(textOf('first')).not.toContain('turnkey_hpke');
  // Before any other script: see platform/captured.ts.
  expect(textOf('first')).toContain('deriveBits');
  expect(textOf('first')).toContain('JSON');
  expect(textOf('lazy', own)).not.toMatch(/crypto\??\.subtle|JSON\.stringify|[^\w.]fetch\(/);
  expect(textOf('lazy')).toContain('credentials.create');
  expect(textOf('first')).not.toContain('credentials.create');
});

it('ships no sandbox literal, no eval, no validator, no HTTP client, no address to call', async () => {
  const text = (await bundle('src/index.ts')).map((file) => file.text).join('\n');
  expect(text).toContain('payments-wallet:');
  expect(text).not.toMatch(/sandbox/i);
  expect(text).not.toMatch(/\beval\(|new Function|innerHTML|document\.write/);
  expect(text).not.toMatch(/\bzod\b|ZodError|\bky\b|HTTPError/i);
  // The chunks import each other only. The HPKE library looks for `crypto` on Node 18.
  const imported = text.match(/(?<=\bfrom|\bimport|\bimport\(|\brequire\()["'][^"']+["']/g) ?? [];
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((path) => !/^["']\.\//.test(path))).toEqual(['"crypto"']);
  // Only the ids of ended sessions are kept there, and the public key that a code is sealed to.
  expect(text.match(/(?:local|session)Storage\S{0,12}/g)).toEqual([
    expect.stringMatching(/^localStorage\?\.getItem/),
    expect.stringMatching(/^localStorage\.setItem/),
    expect.stringMatching(/^sessionStorage\.setItem/),
    expect.stringMatching(/^sessionStorage\.getItem/),
  ]);
  const addresses = text.match(/https?:\/\/[\w.-]+/g) ?? [];
  // Where errors are explained, the library's too; nothing is requested there.
  expect([...new Set(addresses)].sort()).toEqual([
    'https://org.github.io',
    'https://simplewebauthn.dev',
  ]);
});
