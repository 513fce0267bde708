import { parseArgs } from 'node:util';
import { startDemo } from './demo/start-demo.ts';

const USAGE = `npm run demo -- [options]

  --port <number>           the application's port; default any free one, or PORT
  --mock-port <number>      the mock's port; default any free one, or MOCK_PORT
  --session-lifetime <ms>   how long a session is valid, in milliseconds; default 900000
  --help`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '0' },
    'mock-port': { type: 'string', default: process.env.MOCK_PORT ?? '0' },
    'session-lifetime': { type: 'string', default: '900000' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(USAGE);
} else {
  console.log('Building the page…');
  const demo = await startDemo({
    port: Number(values.port),
    mockPort: Number(values['mock-port']),
    mock: { sessionLifetime: Number(values['session-lifetime']) },
  });
  console.log(`
  Application   ${demo.url}
  Inspector     ${demo.inspectorUrl}   the mock: its requests, its records, the codes it "sent"

  1. Open the application and sign up with any name and e-mail address.
  2. Ask for a code and type it in; the inspector shows it.
  3. Add a passkey and sign in with it.
  4. Pay somebody: the signer shows the payment in a window of its own.

  Everything is on this machine and in memory. Ctrl+C ends it.
`);
  const end = () => void demo.close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
