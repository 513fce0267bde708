import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Manifest, publishedPackages, readJson, root } from '../lib/workspace.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string | number>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const { scripts = {} } = readJson<Manifest>(join(root, 'package.json'));

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, workflow: parse(text) as Workflow };
});

function jobs(workflow: Workflow): Job[] {
  return Object.values(workflow.jobs);
}

describe.each(workflows)('$path', ({ text, workflow }) => {
  test('may only read the repository, unless a job has a reason', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const granted = Object.entries(workflow.jobs).flatMap(([job, { permissions = {} }]) =>
      Object.entries(permissions).map(([name, access]) => `${job}: ${name} ${access}`),
    );
    expect(granted.filter((one) => one.endsWith(' write'))).toEqual(
      'publish' in workflow.jobs
        ? [
            'publish: id-token write',
            'publish-image: packages write',
            'publish-docs: contents write',
          ]
        : [],
    );
  });

  test("does not run a fork's code with this repository's permissions", () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(text).not.toContain('secrets.');
  });

  test('pins each action to a commit and names its version', () => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/);
  });

  test("does not persist the repository's credential, and has a time limit", () => {
    for (const job of jobs(workflow)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
      for (const { uses = '', with: inputs } of job.steps) {
        if (uses.startsWith('actions/checkout@')) {
          expect(inputs).toMatchObject({ 'persist-credentials': false });
        }
      }
    }
  });

  test('runs scripts that exist', () => {
    const commands = jobs(workflow).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    const named = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:]+)/g)]);
    for (const [, name = ''] of named) expect(scripts).toHaveProperty(name);
  });
});

describe('the release workflow', () => {
  const found = workflows.find(({ path }) => path.endsWith('release.yml'))?.workflow;
  const job = (name: string): Job => {
    const one = found?.jobs[name];
    if (one === undefined) throw new Error(`${name} is not a job of the release workflow`);
    return one;
  };

  test('runs no code of a dependency where it may write', () => {
    const writing = Object.values(found?.jobs ?? {}).filter(({ permissions = {} }) =>
      Object.values(permissions).includes('write'),
    );
    expect(writing).toHaveLength(3);
    for (const { steps } of writing) {
      for (const { run = '' } of steps)
        expect(run).not.toMatch(/npm (?:ci|install|run)|docker (?:build|run)/);
    }
  });

  test('publishes as the manifests of all packages say: for everyone, and with provenance', () => {
    const commands = job('publish').steps.map(({ run = '' }) => run);
    expect(commands.filter((run) => run.includes('npm publish'))).toEqual([
      expect.stringMatching(/npm publish --provenance --access public\b/),
    ]);
    expect(job('publish').permissions).toMatchObject({ 'id-token': 'write' });
    for (const { manifest } of publishedPackages()) {
      expect(manifest.publishConfig, manifest.name).toEqual({ access: 'public', provenance: true });
    }
  });

  test.each(['docs', 'publish-docs'])('%s hands its token to git in no argument', (name) => {
    const [step] = job(name).steps.filter(({ env }) => env !== undefined);
    expect(step?.env?.GITHUB_TOKEN).toMatch(/^\$\{\{ github\.token \}\}$/);
    expect(step?.run).not.toContain('TOKEN');
  });
});
