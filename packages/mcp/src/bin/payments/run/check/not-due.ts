import { quotedText } from '../../../../quoted-text.ts';
import { plainWord } from '../file/amount-heading.ts';
import type { Problem } from '../file/payout-rows.ts';
import type { Table } from '../file/table.ts';
import type { PlannedPayment } from './payments.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** As letters and digits only: `Pay?` as `pay`, and `Payé le` as `payele`; a payee is not `payée`. */
const plain = (text: string) =>
  plainWord(text.normalize().replaceAll(/payée/giu, 'paye')).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Headings under which a no says it. */
const isToBePaid = setOf(
  'pay paythis topay tobepaid payable payout release released approve approved zahlen bezahlen auszahlen zuzahlen freigabe freigegeben payer apayer approuve approuvee pagar apagar aprobado aprobada',
);
/** Headings under which a yes or a date says it. */
const isOver = setOf(
  'paid alreadypaid ispaid paidon paidat paiddate datepaid cancelled canceled iscancelled cancelledon void voided hold onhold blocked donotpay skip bezahlt bereitsbezahlt bezahltam storniert storno storniertam gesperrt zahlsperre paye payele dejapaye annule annulee bloque bloquee pagado pagada yapagado pagadoel cancelado cancelada anulado anulada bloqueado bloqueada',
);
/** Cells that say it under any heading, as a whole or before a date. */
const ended = setOf(
  'paid alreadypaid cancelled canceled voided onhold blocked donotpay donotsend nottobepaid rejected declined refunded bezahlt bereitsbezahlt storniert gesperrt zahlsperre abgelehnt nichtzahlen nichtbezahlen paye dejapaye annule annulee bloque bloquee rejete rejetee nepaspayer pagado pagada yapagado cancelado cancelada anulado anulada bloqueado bloqueada rechazado rechazada nopagar',
);
/** Cells that may be names elsewhere. */
const endedByStatus = setOf('hold held void stop stopped skip storno');
const statuses =
  /^(?:(?:payment|invoice|row|item|zahlungs|rechnungs)?(?:status|state)|zustand|statut|etat|estado|action|aktion|remarks?|comments?|bemerkung|kommentar|remarque|commentaire|comentario)$/;

const yes = setOf('yes y x true 1 ja j wahr oui vrai si verdadero');
const no = setOf('no n false 0 nein falsch non faux falso');
const isYes = (cell: string) => /^[✓✔☑]/u.test(cell) || yes.has(plain(cell));
const isNo = (cell: string) => /^[✗✘☒]/u.test(cell) || no.has(plain(cell));

const DATE = /\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\d{1,2}\.? ?\p{L}{3,9}\.? \d{4}/u;
const isDate = (cell: string) => new RegExp(`^(?:${DATE.source})`, 'u').test(cell);
const withoutDate = (cell: string) =>
  cell.replace(new RegExp(`[\\s,:(]+(?:(?:on|am|le|el) )?(?:${DATE.source}).*$`, 'u'), '');

/** Which way money goes, or whether the row takes something back. */
const directions =
  /^(?:(?:transaction|payment|entry|document|invoice)?type|direction|drcr|crdr|dc|cd|debitcredit|creditdebit|typ|belegart|richtung|sollhaben|sh|sens|tipo)$/;
const credits = setOf('credit cr c incoming in received haben h eingang credito recu abono');
const debits = setOf('debit dr d outgoing out sent soll s ausgang debito envoye cargo');
const creditNotes = setOf(
  'creditnote creditmemo gutschrift avoir notedecredit notadecredito rechnungskorrektur',
);

/** Cells of one column that say that their row is not to be paid. */
function saysSo(heading: string, cells: readonly string[]): (cell: string) => boolean {
  const name = plain(heading);
  if (isToBePaid.has(name)) return isNo;
  const has = (words: ReadonlySet<string>) => cells.some((cell) => words.has(plain(cell)));
  const isDirection = directions.test(name) && has(debits);
  // Where every row is one, that is what the file is of.
  const isMixed = cells.some((cell) => cell !== '' && !creditNotes.has(plain(cell)));
  return (cell) => {
    const word = plain(withoutDate(cell));
    if (isOver.has(name) && (isYes(cell) || isDate(cell))) return true;
    if (ended.has(word) || (statuses.test(name) && endedByStatus.has(word))) return true;
    return (isDirection && credits.has(word)) || (isMixed && creditNotes.has(word));
  };
}

/** Columns of a report, of which `run status` is judged by itself. */
const ofReport = /^(?:run (?:status|code|message)|what to do|transaction (?:id|status))$/;

/**
 * Rows that say in a column which is not read that they are not to be paid: that they are paid, cancelled or on
 * hold, or that their money comes in.
 *
 * @param read the columns that are read
 */
export function notDue(
  planned: readonly Pick<PlannedPayment, 'row'>[],
  { headings, rows }: Pick<Table, 'headings' | 'rows'>,
  read: ReadonlySet<number>,
): Problem[] {
  const left = new Set(planned.map(({ row }) => row.line));
  return headings.flatMap((heading, at) => {
    if (read.has(at) || ofReport.test(heading)) return [];
    const says = saysSo(
      heading,
      rows.map(({ cells }) => cells[at] ?? ''),
    );
    return rows.flatMap(({ line, cells }): Problem[] => {
      const cell = cells[at] ?? '';
      if (!left.has(line) || cell === '' || !says(cell)) return [];
      const column =
        heading === '' ? `column ${at + 1}, without a heading,` : `column ${quotedText(heading)}`;
      const message = `may not be due: its ${column} says ${quotedText(cell)}`;
      const action =
        'Take the row out if it is not to be paid, or the column if it is not about the payment.';
      return [{ line, level: 'warning', code: 'MAY_NOT_BE_DUE', message, action }];
    });
  });
}
