/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { LoggedRequest } from '../../request-log.ts';
import { type Filter, isShown, storiesOf } from './stories.ts';
import { StoryCard } from './story-card.tsx';

const filters: readonly (readonly [Filter, string])[] = [
  ['all', 'All'],
  ['signed', 'Signed changes'],
  ['refused', 'Refused'],
];

const SHOWN = 200;

/** Every request as a story, the newest first. */
export function Timeline({ log }: { readonly log: readonly LoggedRequest[] }) {
  const [filter, setFilter] = useState<Filter>('all');
  const [text, setText] = useState('');
  const stories = storiesOf(log).filter((story) => isShown(story, filter, text));
  return (
    <section class="timeline" aria-labelledby="timeline-title">
      <header>
        <h2 id="timeline-title">Requests</h2>
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
        <input
          type="search"
          aria-label="Search requests"
          placeholder="Search"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </header>
      {stories.length === 0 ? (
        <p class="empty">
          {log.length === 0 ? 'No request has arrived yet.' : 'No request matches.'}
        </p>
      ) : (
        <ol class="stories">
          {stories.slice(0, SHOWN).map((story) => (
            <StoryCard key={story.key} story={story} />
          ))}
        </ol>
      )}
      {stories.length > SHOWN && <p class="empty">{stories.length - SHOWN} older ones.</p>}
    </section>
  );
}
