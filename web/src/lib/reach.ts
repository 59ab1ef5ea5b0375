// A part that scrolls can be reached by Tab while there is more of it than is in sight, so that keys can scroll it.
import type { Action } from 'svelte/action';

export const reach: Action<HTMLElement> = (node) => {
  const look = (): void => {
    if (node.scrollHeight > node.clientHeight + 1) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const changes = new MutationObserver(look);
  sizes.observe(node);
  changes.observe(node, { childList: true, subtree: true, characterData: true });
  look();
  return {
    destroy() {
      sizes.disconnect();
      changes.disconnect();
    },
  };
};
