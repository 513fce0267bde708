import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { headerFile, nginxFile, redirectFile, siteHeaders } from './headers.mjs';

/** Writes the site of a signer: static files, and their headers for common hosts. */
const { values } = parseArgs({
  options: {
    page: { type: 'string' },
    backend: { type: 'string' },
    relay: { type: 'string', default: '/api/wallet' },
    out: { type: 'string', default: 'site' },
  },
});

/** The value of an option that must be an origin. */
function originOf(name) {
  const value = values[name];
  if (!URL.canParse(value) || new URL(value).origin !== value) {
    throw new TypeError(`--${name} is not an origin, such as https://app.example.com: ${value}`);
  }
  return value;
}

const [page, backend] = [originOf('page'), originOf('backend')];
const { relay, out } = values;
if (!/^(?:\/[\w-]+)+$/.test(relay)) {
  throw new TypeError(`--relay is not a path, such as /api/wallet: ${relay}`);
}

const here = fileURLToPath(new URL('.', import.meta.url));
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'public'), { recursive: true });
await build({
  entryPoints: [join(here, 'signer.js')],
  outdir: join(out, 'public'),
  entryNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  metafile: true,
  define: { PAGE: JSON.stringify(page), RELAY: JSON.stringify(relay) },
}).then(({ metafile }) => {
  const [script] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint);
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signer</title>
<script type="module" src="/${script.split('/').at(-1)}"></script>
</html>
`;
  writeFileSync(join(out, 'public/index.html'), html);
});

const headers = siteHeaders(page);
writeFileSync(join(out, 'public/_headers'), headerFile(headers));
writeFileSync(join(out, 'public/_redirects'), redirectFile(relay, backend));
writeFileSync(join(out, 'nginx.conf'), nginxFile(headers, relay, backend));
writeFileSync(
  join(out, 'settings.json'),
  `${JSON.stringify({ headers, relay, backend }, null, 2)}\n`,
);
copyFileSync(join(here, 'serve.mjs'), join(out, 'serve.mjs'));
console.log(`${out}: the signer for ${page}, with its relay at ${backend}${relay}`);
