/** Props of {@link Skeleton}. */
export interface SkeletonProps {
  /** What is on its way, for those who cannot see the shape of it. */
  readonly label: string;
  readonly lines?: number;
}

/** The shape of what is being loaded, so that the page does not jump when it arrives. */
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
