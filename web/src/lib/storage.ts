// What the browser remembers for itself; a browser without storage simply forgets.

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`ochaya.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`ochaya.${name}`, value);
  } catch {
    // nothing to do: the choice lasts until the page is closed
  }
}
