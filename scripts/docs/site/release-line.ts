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
