const format = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** A time of today, for people and machines. */
export function When({ time }: { readonly time: string }) {
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}
