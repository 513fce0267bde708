import type { ReleaseLine } from './release-line.ts';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const style = `
    :root { color-scheme: light dark; }
    body { max-width: 40rem; margin: 3rem auto; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif; }
    a { color: light-dark(#3451a8, #a8b9ff); }
    li { margin: 0.5rem 0; }`;

function page(title: string, head: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <title>${escaped(title)}</title>${head}
    <style>${style}
    </style>
  </head>
  <body>
    <main>
${body}
    </main>
  </body>
</html>
`;
}

/** The page that lists the documentation of every minor version; `base` is the path of the site. */
export function versionsPage(
  lines: readonly ReleaseLine[],
  root: ReleaseLine | undefined,
  base: string,
): string {
  const items = lines.map(({ minor, version }) => {
    const link = `<a href="${base}v/${minor}/">${minor}</a>, as of ${escaped(version)}`;
    const isNewest = minor === root?.minor;
    return `        <li>${link}${isNewest ? ` (the newest: also at <a href="${base}">${base}</a>)` : ''}</li>`;
  });
  const support = `${base}releases#what-is-supported`;
  return page(
    'Versions · Payments SDK',
    '',
    `      <h1>Versions of the documentation</h1>
      <p>Each minor version keeps its documentation. <a href="${support}">What is supported</a></p>
      <ul>
${items.join('\n')}
      </ul>`,
  );
}

/** A page that leads to a page that only an earlier version has. */
export function movedPage(address: string, minor: string): string {
  return page(
    `Documentation of ${minor} · Payments SDK`,
    `
    <meta http-equiv="refresh" content="0; url=${escaped(address)}">
    <link rel="canonical" href="${escaped(address)}">`,
    `      <h1>In the documentation of ${minor}</h1>
      <p>The newest version does not have this page. <a href="${escaped(address)}">Read it in the documentation of ${minor}</a>.</p>`,
  );
}
