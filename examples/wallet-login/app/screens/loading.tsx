import { Trouble } from '../errors/trouble.tsx';
import { Button, useAttempt } from '../ui/form.tsx';
import { Skeleton } from '../ui/notices.tsx';
import { Screen } from '../ui/screen.tsx';

/** Props of {@link Loading}. */
export interface LoadingProps {
  /** What is being opened. */
  readonly what: string;
  /** Why it cannot be opened, if it cannot. */
  readonly error: unknown;
  readonly retry: () => Promise<void>;
}

/** Shown while data is loading, and when it cannot be loaded. */
export function Loading({ what, error, retry }: LoadingProps) {
  const { run, isBusy } = useAttempt(retry);
  if (error === undefined) {
    return (
      <main className="screen screen-narrow" aria-busy="true">
        <h1 className="visually-hidden">Opening {what}…</h1>
        <section className="panel skeleton-card">
          <Skeleton label={`Opening ${what}…`} lines={4} />
        </section>
      </main>
    );
  }
  return (
    <Screen title={`${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be opened`}>
      <Trouble error={error}>
        <Button onClick={() => void run()} isBusy={isBusy}>
          Try again
        </Button>
      </Trouble>
    </Screen>
  );
}
