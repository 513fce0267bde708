/** @jsxImportSource preact */
import type { LedgerOverview } from '../../overview.ts';
import { IdLink, Time } from './json.tsx';
import { Newest, Panel } from './panel.tsx';

type Balance = LedgerOverview['balances'][number];

const ids = /([A-Z][A-Za-z]*:[\w-]+)/;

/** Text in which every id links to its requests. */
function WithLinks({ text }: { readonly text: string }) {
  return (
    <span>
      {text
        .split(ids)
        .map((part) =>
          ids.test(part) ? <IdLink key={part} id={part} /> : part.replaceAll('/', ' '),
        )}
    </span>
  );
}

/** Returns whether money in minus money out equals the money in the ledger. */
function isEven({ moneyIn, moneyOut, balances, holds, fees }: Balance): boolean {
  return moneyIn - moneyOut === balances + holds + fees;
}

function Balances({ balances }: { readonly balances: readonly Balance[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label="Money by currency">
      <table class="money">
        <caption>In the smallest unit of each currency</caption>
        <thead>
          <tr>
            {['Currency', 'In', 'Out', 'Balances', 'Holds', 'Fees', 'Even'].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {balances.map((each) => (
            <tr key={each.currency}>
              <th scope="row">{each.currency}</th>
              <td>{each.moneyIn}</td>
              <td>{each.moneyOut}</td>
              <td>{each.balances}</td>
              <td>{each.holds}</td>
              <td>{each.fees}</td>
              <td>{isEven(each) ? 'yes' : 'NO'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Where the money is, and the last postings, the newest first. */
export function LedgerPanel({ ledger }: { readonly ledger: LedgerOverview }) {
  const { balances, postings, postingCount } = ledger;
  return (
    <Panel title="Ledger" count={postingCount} kind="ledger">
      {balances.length === 0 ? (
        <p class="empty">No money has moved.</p>
      ) : (
        <Balances balances={balances} />
      )}
      <Newest items={postings.toReversed()} limit={20}>
        {(newest) => (
          <ol class="postings">
            {newest.map(({ id, at, from, to, amount, currency, purpose }) => (
              <li key={id}>
                <Time at={at} />
                <span>
                  <WithLinks text={from} /> → <WithLinks text={to} />
                  <small>
                    <WithLinks text={purpose} />
                  </small>
                </span>
                <strong>
                  {amount} {currency}
                </strong>
              </li>
            ))}
          </ol>
        )}
      </Newest>
    </Panel>
  );
}
