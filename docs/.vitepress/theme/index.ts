import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { TryIt } from './playground/try-it.ts';
import './style.css';

/** VitePress's own theme, with the component that runs examples. */
export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('TryIt', TryIt);
  },
} satisfies Theme;
