import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { TryIt } from './playground/try-it.ts';
import './style.css';

/** VitePress's own theme, with the component that runs examples. */
export default {
  extends: DefaultTheme,
  enhanceApp({ app, router }) {
    app.component('TryIt', TryIt);
    if (import.meta.env.SSR) return;
    // The first page has no landmark; the built page already has the role.
    router.onAfterRouteChange = () => {
      const content = document.getElementById('VPContent');
      if (content?.classList.contains('is-home') === true) content.setAttribute('role', 'main');
      else content?.removeAttribute('role');
    };
  },
} satisfies Theme;
