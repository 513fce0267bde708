import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** What can follow a path in a program: `payments.cards` has `update`. */
export type Members = Readonly<Record<string, readonly Completion[]>>;

/** How an editor is made. */
export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly members: Members;
  readonly changed: (text: string) => void;
  /** Runs the program; called for Ctrl and Enter. */
  readonly run: () => unknown;
}

/** An editor in the page. */
export interface Editor {
  setText(text: string): void;
  destroy(): void;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], class: 'code-keyword' },
  { tag: [tags.string, tags.special(tags.string)], class: 'code-string' },
  { tag: tags.comment, class: 'code-comment' },
  { tag: [tags.number, tags.bool, tags.null], class: 'code-constant' },
  { tag: tags.function(tags.variableName), class: 'code-function' },
  { tag: tags.function(tags.propertyName), class: 'code-function' },
]);

/** The innermost call whose input is being written, such as `payments.cards.update`. */
function openCall(before: string): string | undefined {
  return /([\w.]+)\(\s*\{[^{}()]*$/.exec(before)?.[1];
}

function completions(members: Members) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w.]*/);
    if (word === null || (word.text === '' && !context.explicit)) return null;
    const dot = word.text.lastIndexOf('.');
    const call = openCall(context.state.sliceDoc(Math.max(0, word.from - 500), word.from));
    const path = dot < 0 ? `${call ?? ''}(` : word.text.slice(0, dot);
    const options = Object.hasOwn(members, path) ? members[path] : undefined;
    if (options === undefined) return null;
    return { from: word.from + dot + 1, options, validFor: /^\w*$/ };
  };
}

/**
 * Creates the editor that replaces the plain field: it has colours, and completes operations, their
 * fields and the members of the mock. Loaded when a program comes into view.
 */
export function createEditor(options: EditorOptions): Editor {
  const { parent, text, label, members, changed, run } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        indentOnInput(),
        closeBrackets(),
        javascript({ typescript: true }),
        syntaxHighlighting(colours),
        autocompletion({ override: [completions(members)] }),
        // Tab leaves the editor, so that nobody is caught in it.
        keymap.of([
          { key: 'Mod-Enter', run: () => Boolean(run()) },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({
          'aria-label': label,
          autocapitalize: 'off',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (next) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    destroy: () => view.destroy(),
  };
}
