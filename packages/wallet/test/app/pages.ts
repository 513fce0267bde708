import { bundle } from '../../scripts/bundle.ts';

const html = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Test</title><script type="module" src="${script}"></script></html>`;

/** A strict policy: only the site's own files, no eval, no inline script, Trusted Types. */
const POLICY = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** The pages of the tests, by folder, built as for production. */
const pages: Readonly<Record<string, { entry: string; headers: Record<string, string> }>> = {
  tab: { entry: 'test/app/tab.ts', headers: {} },
  bundled: { entry: 'src/index.ts', headers: {} },
  attacked: { entry: 'test/app/attacked-page.ts', headers: {} },
  strict: {
    entry: 'test/app/csp-page.ts',
    headers: { 'content-security-policy': POLICY },
  },
};

const built = new Map<string, ReturnType<typeof bundle>>();

/** Responds to `/<page>/` and the scripts below it; undefined for other paths. */
export async function page(path: string): Promise<Response | undefined> {
  const [, folder = '', name = ''] = new URL(path, 'http://localhost').pathname.split('/');
  const found = pages[folder];
  if (found === undefined) return undefined;
  const { entry, headers } = found;
  if (name === '') {
    const body = html(`/__wallet/${folder}/main.js`);
    return new Response(body, { headers: { ...headers, 'content-type': 'text/html' } });
  }
  const files = built.get(entry) ?? bundle(entry);
  built.set(entry, files);
  const file = (await files).find((other) => other.name === name);
  if (file === undefined) return new Response(null, { status: 404 });
  return new Response(file.text, { headers: { ...headers, 'content-type': 'text/javascript' } });
}
