import { once } from 'node:events';
import { createServer } from 'node:http';
import { Writable } from 'node:stream';
import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import bunyan from 'bunyan';

// A consumer's program: logs with bunyan while it changes a customer at the mock, over HTTP, and
// after a reply that was lost.
const lines = [];
const stream = new Writable({
  write(line, _encoding, done) {
    lines.push(JSON.parse(String(line)));
    done();
  },
});
const logger = bunyan.createLogger({ name: 'app', level: 'debug', stream });

const mock = createMock({ seed: 'bunyan' });
const customer = mock.add.customer();
let isLost = false;
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (isLost) return request.socket.destroy();
  const { method, headers, url } = request;
  const reply = await mock.fetch(
    new Request(new URL(url, mock.connection.baseUrl), {
      method,
      headers,
      ...(body.length > 0 && { body }),
    }),
  );
  response
    .writeHead(reply.status, { ...Object.fromEntries(reply.headers), 'request-id': 'Request:9' })
    .end(await reply.text());
}).listen(0, '127.0.0.1');
await once(server, 'listening');

const { pathname } = new URL(mock.connection.baseUrl);
const payments = createPaymentsClient({
  ...mock.connection,
  baseUrl: `http://127.0.0.1:${server.address().port}${pathname}`,
  logger: logger.child({ part: 'payments' }),
  logLevel: 'debug',
  retry: 0,
});
await payments.customers.get({ customerId: customer.id });
isLost = true;
const change = { customerId: customer.id, email: 'secret@example.com' };
const error = await payments.customers.update(change).catch((reason) => reason);
server.close();

const written = lines.map(({ msg, part, requestId }) => `${part} ${msg} ${requestId}`);
const expected = [
  'payments payments: customers.get call.start undefined',
  'payments payments: customers.get attempt.start undefined',
  'payments payments: customers.get attempt.end Request:9',
  'payments payments: customers.get call.end Request:9',
  'payments payments: customers.update call.start undefined',
  'payments payments: customers.update attempt.start undefined',
  'payments payments: customers.update attempt.end undefined',
  'payments payments: customers.update call.end undefined',
];
const problems = [
  ...(error.code === 'OUTCOME_UNKNOWN' ? [] : [`the lost write ended with ${error}`]),
  ...(lines.at(-1)?.error === 'OUTCOME_UNKNOWN' ? [] : ['the last line has no error']),
  ...(JSON.stringify(written) === JSON.stringify(expected) ? [] : written),
  ...['secret@example.com', mock.connection.clientSecret].filter((secret) =>
    JSON.stringify(lines).includes(secret),
  ),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
