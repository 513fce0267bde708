import { Writable } from 'node:stream';
import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import bunyan from 'bunyan';

// Logs a call with a child of bunyan, which wants the fields before the message.
const lines = [];
const stream = new Writable({
  write(line, _encoding, done) {
    lines.push(JSON.parse(String(line)));
    done();
  },
});
const logger = bunyan.createLogger({ name: 'app', level: 'debug', stream });
const mock = createMock({ seed: 'bunyan' });
const { id: customerId } = mock.add.customer();
const payments = createPaymentsClient({
  ...mock.connection,
  fetch: mock.fetch,
  logger: logger.child({ part: 'payments' }),
  logLevel: 'debug',
});
await payments.customers.get({ customerId });
const written = lines.map(({ part, msg, operation }) => `${part}: ${msg} of ${operation}`);
const expected = ['call.start', 'attempt.start', 'attempt.end', 'call.end'].map(
  (event) => `payments: payments: customers.get ${event} of customers.get`,
);
if (JSON.stringify(written) !== JSON.stringify(expected)) {
  throw new Error(JSON.stringify(lines));
}
