import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createPaymentsClient } from '@org/payments-sdk';
import { postgresJournal } from '@org/payments-sdk/journal';
import { Pool } from 'pg';
import type { WriterSetup } from './service.ts';

/**
 * The process that is killed: it sends writes of every kind, several at once, until it is killed.
 */
const setup = JSON.parse(process.env.WRITER_SETUP ?? '') as WriterSetup;
const { connection, database, secret, name, known, wallet } = setup;

const journal = postgresJournal(new Pool({ connectionString: database }), { secret });

/** The stamp that the sandbox accepts for any payload, because the journal is under test. */
const stamper = { stamp: async () => 'sandbox-valid-signature' };

const payments = createPaymentsClient({ ...connection, journal, stamper });

const agents = [...setup.agents];
const cards = [...setup.cards];

/**
 * The next write; its marker is in the request, and identifies the change that the service applied.
 */
function nextWrite(marker: string, count: number): [string, Promise<unknown>] {
  const { customerId, accountId, externalAccountId } = wallet;
  const agentId = count % 5 === 0 ? agents.pop() : undefined;
  if (agentId !== undefined) return [marker, payments.agents.update({ agentId, name: marker })];
  const id = count % 5 === 1 ? cards.pop() : undefined;
  if (id !== undefined) return [id, payments.cards.update({ id, state: 'FROZEN' })];
  if (count % 5 === 2) {
    const redirectUri = `https://app.example/${marker}`;
    return [marker, payments.customers.createKycLink({ customerId, redirectUri })];
  }
  if (count % 5 === 3) {
    // The service refuses an account that exists.
    const own = [name.replace(/\D/g, ''), String(count)].map((text) => text.padStart(5, '0'));
    const accountInfo = {
      accountType: 'EUR_ACCOUNT',
      iban: `DE8937040044${own.join('')}`,
      beneficiary: {
        beneficiaryType: 'INDIVIDUAL',
        fullName: 'Grace Hopper',
        countryOfResidence: 'DE',
      },
    } as const;
    const account = { currency: 'EUR', platformAccountId: marker, accountInfo } as const;
    return [marker, payments.externalAccounts.create({ customerId: setup.holder, ...account })];
  }
  const transfer = {
    source: { accountId },
    destination: { accountId: externalAccountId },
    amount: 1,
    remittanceInformation: marker,
  } as const;
  return [marker, payments.transfers.createOut(transfer)];
}

const WARM = 5;
let count = 0;
let settled = 0;

async function work(): Promise<never> {
  for (;;) {
    count += 1;
    const [marker, write] = nextWrite(`${name}-${count}`, count);
    const outcome = await write.then(
      () => 'applied',
      (error: Error) => `${error.name}: ${error.message}`,
    );
    appendFileSync(known, `${marker}\t${outcome}\n`);
    settled += 1;
    // Everything is loaded by now, so that a kill interrupts writes and not the start of the
    // process.
    if (settled === WARM) console.log('ready');
  }
}

// A killed process saves nothing: the compiled code is saved here.
flushCompileCache();
await Promise.all(Array.from({ length: 6 }, work));
