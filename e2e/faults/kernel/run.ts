import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addresses } from './network.ts';

/**
 * Runs the suite of kernel faults in its own network namespace: `npm run test:kernel`. Further
 * arguments are passed to vitest. If the machine lacks the tools, they are installed by apt; if it
 * does not permit namespaces, the run fails with a message.
 */
const tools = { unshare: 'util-linux', nsenter: 'util-linux', ip: 'iproute2', nft: 'nftables' };

function fail(message: string): never {
  console.error(`The kernel faults cannot run: ${message}`);
  process.exit(1);
}

function run(command: string, args: readonly string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  return { ok: status === 0, output: error?.message ?? `${stdout}${stderr}` };
}

const path = `${process.env.PATH}:/usr/sbin:/sbin`;
process.env.PATH = path;
const isRoot = process.getuid?.() === 0;

function isMissing([tool]: readonly [string, string]): boolean {
  return !run('sh', ['-c', `command -v ${tool}`]).ok;
}

function installTools(): void {
  const wanted = Object.entries({ ...tools, openssl: 'openssl' });
  const packages = new Set(wanted.filter(isMissing).map(([, name]) => name));
  if (packages.size === 0) return;
  const list = [...packages].join(' ');
  if (!isRoot) fail(`these packages are missing, and only root can install them: ${list}`);
  const installed = run('sh', ['-c', `apt-get update -qq && apt-get install -y -qq ${list}`]);
  if (!installed.ok) fail(`apt-get could not install ${list}:\n${installed.output}`);
  const missing = wanted.filter(isMissing).map(([tool]) => tool);
  if (missing.length > 0) fail(`still missing after installation: ${missing.join(', ')}`);
}

/** A certificate for the service in the namespace, which only this run trusts. */
function makeCertificate(folder: string): { cert: string; key: string } {
  const cert = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  const made = run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-days', '2', '-subj', '/CN=kernel faults', '-keyout', key, '-out', cert],
    ...['-addext', `subjectAltName=IP:${addresses.service}`],
  ]);
  if (!made.ok) fail(`openssl could not make a certificate:\n${made.output}`);
  return { cert, key };
}

if (process.platform !== 'linux') fail(`they need Linux, and this is ${process.platform}.`);
installTools();
const namespaces = ['--net', '--mount', ...(isRoot ? [] : ['--user', '--map-root-user'])];
const permitted = run('unshare', [...namespaces, 'true']);
if (!permitted.ok) fail(`this machine does not permit network namespaces:\n${permitted.output}`);

const folder = mkdtempSync(join(tmpdir(), 'kernel-faults-'));
const resolver = join(folder, 'resolv.conf');
writeFileSync(resolver, `nameserver ${addresses.nobody}\noptions timeout:1 attempts:1\n`);
const { cert, key } = makeCertificate(folder);
const vitest = ['vitest', 'run', '--config', 'vitest.suites.ts', '--project', 'kernel'];
const { status } = spawnSync(
  'unshare',
  [
    ...namespaces,
    'sh',
    '-c',
    `mount --bind ${resolver} /etc/resolv.conf && exec npx "$@"`,
    'sh',
    ...vitest,
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      KERNEL_FAULTS_CERT: cert,
      KERNEL_FAULTS_KEY: key,
      NODE_EXTRA_CA_CERTS: cert,
    },
  },
);
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
