/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LoggedRequest } from '../../request-log.ts';
import { control } from './control.ts';
import { Time } from './json.tsx';
import { Newest } from './panel.tsx';
import { type Filter, foldReads, isShown, type Story, storiesOf } from './stories.ts';
import { StoryCard } from './story-card.tsx';

const filters: readonly (readonly [Filter, string])[] = [
  ['all', 'All'],
  ['signed', 'Signed changes'],
  ['refused', 'Refused'],
];

const SHOWN = 200;

interface FilterBarProps {
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
}

function FilterBar({ filter, setFilter }: FilterBarProps) {
  return (
    <fieldset class="filters">
      <legend class="unseen">Show</legend>
      {filters.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="filter"
            checked={filter === value}
            onChange={() => setFilter(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Consecutive reads, folded because they change nothing. */
function Reads({ stories }: { readonly stories: readonly Story[] }) {
  const requests = stories.flatMap((story) => story.requests);
  const names = [...new Set(requests.map(({ operation }) => operation ?? 'no operation'))];
  return (
    <li class="reads">
      <details>
        <summary>
          <strong>{stories.length} reads</strong>
          <span class="path">{names.join(', ')}</span>
          <Time at={requests[0]?.at ?? ''} />
        </summary>
        <ol class="stories">
          {stories.map((story) => (
            <StoryCard key={story.key} story={story} />
          ))}
        </ol>
      </details>
    </li>
  );
}

interface TimelineProps {
  readonly log: readonly LoggedRequest[];
  /** The mock's time, ISO 8601. */
  readonly now: string;
  /** What to search for. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Counts how often another part of the page linked here. */
  readonly jumps: number;
}

/** Every request as a story, the newest first; reads are folded together. */
export function Timeline({ log, now, text, setText, jumps }: TimelineProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (jumps === 0) return;
    setFilter('all');
    search.current?.focus();
    search.current?.scrollIntoView({ block: 'center' });
  }, [jumps]);
  const stories = storiesOf(log, now).filter((story) => isShown(story, filter, text));
  const shown = stories.slice(0, SHOWN);
  const items = text === '' ? foldReads(shown) : shown.map((story) => [story]);
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <header>
        <h2 id="timeline-title">Requests</h2>
        <FilterBar filter={filter} setFilter={setFilter} />
        <input
          ref={search}
          type="search"
          aria-label="Search requests"
          placeholder="Search"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button
          type="button"
          disabled={log.length === 0}
          onClick={() => void control.clearLog().catch(() => undefined)}
        >
          Clear log
        </button>
      </header>
      {stories.length === 0 && (
        <p class="empty">
          {log.length === 0 ? 'No request has arrived yet.' : 'No request matches.'}
        </p>
      )}
      <Newest items={items} limit={50}>
        {(newest) => (
          <ol class="stories">
            {newest.map((group) => {
              const [story] = group;
              if (story === undefined) return null;
              if (group.length > 1) return <Reads key={group.at(-1)?.key} stories={group} />;
              return <StoryCard key={story.key} story={story} />;
            })}
          </ol>
        )}
      </Newest>
      {stories.length > SHOWN && <p class="empty">{stories.length - SHOWN} older ones.</p>}
    </section>
  );
}
