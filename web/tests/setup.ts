// What jsdom lacks and components ask for.
import { vi } from 'vitest';

export function fillIn(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  /* eslint-disable @typescript-eslint/unbound-method -- what jsdom lacks is filled in on the prototypes */
  Element.prototype.animate ??= (() => ({
    cancel() {},
    currentTime: 0,
    set onfinish(done: () => void) {
      queueMicrotask(done);
    },
  })) as never;
  Element.prototype.getAnimations ??= () => [];
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  /* eslint-enable @typescript-eslint/unbound-method */
}
