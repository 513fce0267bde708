export const runUsage = `Usage: payments run <file.csv> --from <internal account> [options]
       payments run <file.csv> --from <internal account> --check
       payments run status --id <name> [--state <file>] [--watch]
       payments run --template

Pays every row of a file, each once. The same command goes on after a stop.

The file:
  --from <account>       the internal account that pays; once for each currency
  --map <pairs>          columns by heading: payee=Beneficiary,amount=Betrag;
                         they are id, payee, name, amount, currency and memo
  --amounts major|minor  150.00, or 15000 in the currency's smallest unit
  --locale <tag>         how amounts are written, such as de-DE for 1.234,50
  --currency <code>      the currency of rows that name none

The run:
  --check                check the file, its payees, costs and balances, and
                         send nothing
  --id <name>            the name of the run; that of the file when left out
  --state <place>        where the run keeps how far it is: a file, or for many
                         machines postgres://user@host/database
                         (PAYMENTS_RUN_STATE); runs.db when left out
  --resume               only go on with a run that was approved
  --again                send refused rows again, with new quotes: their cause
                         was mended; not those whose payment has failed
  --margin <percent>     how much more than its estimate a quote may cost; 2
                         when left out; another one is approved again
  --width <number>       payments at the same time
  --max-rate <number>    requests a second, at most
  --report <file>        write the file again, with what became of each row;
                         with --check, with what it costs and what is wrong
  --yes --digest <text>  do not ask: pay the file with the digest that --check
                         printed; needs --id
  --watch                show the run on a page of this machine
  --json                 print the check, or the figures, as JSON
  --journal <file>       where changes are recorded before they are sent
                         (PAYMENTS_JOURNAL); beside the state when left out
  --profile, --keychain, --mock
                         as for every operation; see payments --help

Exit status:
  0  all rows are paid, or can be and none needs a look
  1  the file has problems, or the run failed
  2  the command line is not valid; nothing was sent
  3  what became of some rows is not known
  4  the person did not want it
  6  some rows were refused, or their payments have failed
  7  some rows are not finished: mend what is named, and repeat the command;
     with --check, a person has to look at rows before --digest pays them
  8  some rows are not paid before the customer authorizes them
  130  interrupted before anything was sent
`;

export const template = `id,payee,name,amount,currency,memo
2026-10-0001,ExternalAccount:00000000-0000-4000-8000-000000000001,Grace Hopper,1250.00,USD,October
2026-10-0002,DE89370400440532013000,Ada Lovelace,980.50,EUR,October
`;
