/** A release whose site is kept: the newest of its minor line. */
export interface ReleaseLine {
  /** `0.1` of `0.1.4`: its site is in `v/0.1/`. */
  readonly minor: string;
  /** The version that the site describes. */
  readonly version: string;
}

const versionForm = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;

/**
 * The line of a version.
 *
 * @throws Error for text that is not a version
 */
export function lineOf(version: string): ReleaseLine {
  const [, major, minor] = versionForm.exec(version) ?? [];
  if (major === undefined) throw new Error(`${version} is not a version such as 1.2.3`);
  return { minor: `${major}.${minor}`, version };
}

function numbersOf({ minor }: ReleaseLine): [number, number] {
  const [major = 0, second = 0] = minor.split('.').map(Number);
  return [major, second];
}

/** Sorts the newest line first. */
export function newestFirst(one: ReleaseLine, two: ReleaseLine): number {
  const [oneMajor, oneMinor] = numbersOf(one);
  const [twoMajor, twoMinor] = numbersOf(two);
  return twoMajor - oneMajor || twoMinor - oneMinor;
}

/** The lines after a release: its own line has the new version, the others are kept. */
export function withRelease(lines: readonly ReleaseLine[], version: string): ReleaseLine[] {
  const added = lineOf(version);
  return [...lines.filter(({ minor }) => minor !== added.minor), added].toSorted(newestFirst);
}

function isPrerelease({ version }: ReleaseLine): boolean {
  return version.includes('-');
}

/** The line whose site is at the root: the newest that is not a prerelease, if one is not. */
export function lineAtRoot(lines: readonly ReleaseLine[]): ReleaseLine | undefined {
  const sorted = lines.toSorted(newestFirst);
  return sorted.find((line) => !isPrerelease(line)) ?? sorted[0];
}

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
