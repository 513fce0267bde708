/** @jsxImportSource preact */
import { useState } from 'preact/hooks';

/** A button that copies text, and confirms it. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [word, setWord] = useState('Copy');
  const copy = () => {
    const copied =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => setWord('Copied'),
      () => setWord('Select it'),
    );
  };
  return (
    <button type="button" onClick={copy} onBlur={() => setWord('Copy')}>
      <span aria-live="polite">{word}</span>
      <span class="unseen"> {label}</span>
    </button>
  );
}
