const format = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** A time of today, for people and machines. */
export function When({ time }: { readonly time: string }) {
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}
/** Props of {@link Skeleton}. */
export interface SkeletonProps {
  /** The name of the loading data, for screen readers. */
  readonly label: string;
  readonly lines?: number;
}

/** A placeholder in the shape of the loading data, so that the page does not jump. */
export function Skeleton({ label, lines = 2 }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span className="skeleton-line" aria-hidden="true" key={index} />
      ))}
    </div>
  );
}
