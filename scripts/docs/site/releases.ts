/** A release whose site is kept: the newest of its minor line. */
export interface ReleaseLine {
  /** `0.1` of `0.1.4`: its site is in `v/0.1/`. */
  readonly minor: string;
  /** The version that the site describes. */
  readonly version: string;
}

/** The line of a version. @throws Error for text that is not a version */
export function lineOf(version: string): ReleaseLine {
  const minor = /^(\d+\.\d+)\.\d+(?:-[0-9A-Za-z.-]+)?$/.exec(version)?.[1];
  if (minor === undefined) throw new Error(`${version} is not a version such as 1.2.3`);
  return { minor, version };
}

/** The lines after a release, the newest first: its own line has the new version. */
export function withRelease(lines: readonly ReleaseLine[], version: string): ReleaseLine[] {
  const added = lineOf(version);
  const others = lines.filter(({ minor }) => minor !== added.minor);
  return [...others, added].sort((one, two) =>
    two.minor.localeCompare(one.minor, 'en', { numeric: true }),
  );
}

/** Of lines with the newest first, that whose site is at the root: not a prerelease, if there is one. */
export function lineAtRoot(lines: readonly ReleaseLine[]): ReleaseLine | undefined {
  return lines.find(({ version }) => !version.includes('-')) ?? lines[0];
}

function page(title: string, head: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Payments SDK</title>${head}
<style>
  :root { color-scheme: light dark; }
  body { max-width: 40rem; margin: 3rem auto; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif; }
</style>
<main>
  <h1>${title}</h1>
${body}
</main>
</html>
`;
}

/** The page that lists the documentation of every minor version; `base` is the path of the site. */
export function versionsPage(lines: readonly ReleaseLine[], base: string): string {
  const root = lineAtRoot(lines);
  const items = lines.map(({ minor, version }) => {
    const atRoot = ` (the newest: also at <a href="${base}">${base}</a>)`;
    return `    <li><a href="${base}v/${minor}/">${minor}</a>, as of ${version}${minor === root?.minor ? atRoot : ''}</li>`;
  });
  return page(
    'Versions of the documentation',
    '',
    `  <p>Each minor version keeps its documentation. <a href="${base}releases#what-is-supported">What is supported</a></p>
  <ul>
${items.join('\n')}
  </ul>`,
  );
}

/** A page that leads to a page which only the documentation of an earlier version has. */
export function movedPage(address: string, minor: string): string {
  return page(
    `In the documentation of ${minor}`,
    `\n<meta http-equiv="refresh" content="0; url=${address}">\n<link rel="canonical" href="${address}">`,
    `  <p>The newest version does not have this page. <a href="${address}">Read it in the documentation of ${minor}</a>.</p>`,
  );
}
