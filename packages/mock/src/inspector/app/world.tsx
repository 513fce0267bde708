/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Overview } from '../../server/control/overview.ts';
import { AccountCard } from './account-card.tsx';
import { IdLink } from './jump.tsx';

type Account = Overview['accounts'][number];
type Customer = Overview['customers'][number];

function nameOf(customer: Customer): string {
  const { fullName, email } = customer as { readonly fullName?: string; readonly email?: string };
  return fullName ?? email ?? 'Customer';
}

interface OwnerProps {
  readonly name: string;
  /** The customer; undefined for the platform itself. */
  readonly id: string | undefined;
  readonly accounts: readonly Account[];
  readonly overview: Overview;
  readonly isOpen: boolean;
}

/** A customer, or the platform, with their accounts; folded unless there is only one entry. */
function Owner({ name, id, accounts, overview, isOpen }: OwnerProps) {
  const [open, setOpen] = useState(isOpen);
  const count = accounts.length === 1 ? '1 account' : `${accounts.length} accounts`;
  return (
    <li class="customer">
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h3 class="customer-name">{name}</h3> <span class="facts">{count}</span>
        </summary>
        {id !== undefined && (
          <p>
            <IdLink id={id} />
          </p>
        )}
        {accounts.map((account) => (
          <AccountCard key={account.id} account={account} overview={overview} />
        ))}
      </details>
    </li>
  );
}

function challengesText({ pendingChallenges: count }: Overview): string {
  return `${count} pending ${count === 1 ? 'challenge' : 'challenges'}`;
}

/** Customers with their accounts, the newest first, and the accounts of the platform. */
export function World({ overview }: { readonly overview: Overview }) {
  const { customers, accounts } = overview;
  const accountsOf = (owner: string | undefined) =>
    accounts.filter(({ customerId }) => customerId === owner);
  const own = accountsOf(undefined);
  return (
    <section class="world" aria-labelledby="world-title">
      <header>
        <h2 id="world-title">Customers</h2>
        <span class="facts">{challengesText(overview)}</span>
      </header>
      {customers.length + accounts.length === 0 && (
        <p class="empty">Nothing yet. Add fixtures, or start with --demo.</p>
      )}
      <ul>
        {customers.toReversed().map((customer) => (
          <Owner
            key={customer.id}
            name={nameOf(customer)}
            id={customer.id}
            accounts={accountsOf(customer.id)}
            overview={overview}
            isOpen={customers.length === 1}
          />
        ))}
        {own.length > 0 && (
          <Owner
            name="The platform"
            id={undefined}
            accounts={own}
            overview={overview}
            isOpen={customers.length === 0}
          />
        )}
      </ul>
    </section>
  );
}
