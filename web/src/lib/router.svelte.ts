// Addresses: /, /lobby, /new/<game>, /table/<id>, /replay/<id>, /rules/<game>, /about. Plain links work; the
// router only takes those clicks over that a browser would answer by loading this same page again.

export interface Route {
  page: string;
  args: string[];
  query: URLSearchParams;
}

function read(): Route {
  const [page = '', ...args] = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return { page, args, query: new URLSearchParams(location.search) };
}

class Router {
  now = $state.raw<Route>(read());
  /** Rises with each change of page, so that a page is mounted anew. */
  visit = $state(0);

  constructor() {
    addEventListener('popstate', () => this.follow());
    addEventListener('click', (event) => this.click(event));
  }

  private follow(): void {
    this.now = read();
    this.visit++;
  }

  private click(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || link.pathname.startsWith('/schema')) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }

  /** Open an address of ours; the back button leads here again. */
  go(address: string): void {
    history.pushState(null, '', address);
    this.follow();
    scrollTo(0, 0);
  }

  /** Open an address in the place of this one: the back button leads past here. */
  swap(address: string): void {
    history.replaceState(null, '', address);
    this.follow();
    scrollTo(0, 0);
  }

  /** Change the address without a step in the history. */
  replace(address: string): void {
    history.replaceState(history.state, '', address);
    this.now = read();
  }
}

export const router = new Router();
