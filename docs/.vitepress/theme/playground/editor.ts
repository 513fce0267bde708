import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** How an editor is made. */
export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly changed: (text: string) => void;
  /** Runs the program; called for Ctrl and Enter. */
  readonly run: () => unknown;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], class: 'code-keyword' },
  { tag: [tags.string, tags.special(tags.string)], class: 'code-string' },
  { tag: tags.comment, class: 'code-comment' },
  { tag: [tags.number, tags.bool, tags.null], class: 'code-constant' },
  { tag: tags.function(tags.variableName), class: 'code-function' },
  { tag: tags.function(tags.propertyName), class: 'code-function' },
]);

/**
 * Creates the editor that replaces the plain field: it has colours, undo and indentation. Loaded when a
 * program comes into view.
 */
export function createEditor(options: EditorOptions) {
  const { parent, text, label, changed, run } = options;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        indentOnInput(),
        javascript({ typescript: true }),
        syntaxHighlighting(colours),
        // Tab leaves the editor, so that nobody is caught in it.
        keymap.of([
          { key: 'Mod-Enter', run: () => Boolean(run()) },
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
    setText: (next: string) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    destroy: () => view.destroy(),
  };
}

/** An editor in the page. */
export type Editor = ReturnType<typeof createEditor>;
