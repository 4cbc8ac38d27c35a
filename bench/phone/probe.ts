/** Runs in the measured page: records when something became visible, could be tapped and could be submitted. */

export type ProbeResult = {
  /** Milliseconds since the navigation began; null while it hasn't happened. */
  content: number | null;
  tap: number | null;
  submit: number | null;
  /** The sum of all layout shifts not caused by input, until the form is submitted. */
  shift: number;
  /** Whether what was tapped is still ticked. */
  tapKept: boolean;
};

declare global {
  interface Window {
    benchProbe: {
      readonly result: ProbeResult;
      /** The middle of the first radio or checkbox that isn't covered. */
      tapTarget(): { x: number; y: number } | null;
    };
  }
}

export type ProbeOptions = {
  /** The text that the panelist came for. */
  readonly text: string;
  readonly hasForm: boolean;
};

/** Passed to the browser as source, so it can't use anything outside itself. */
export function installProbe({ text, hasForm }: ProbeOptions): void {
  if (window !== window.top) return;
  const result: ProbeResult = { content: null, tap: null, submit: null, shift: 0, tapKept: false };
  let tapped: HTMLInputElement | null = null;

  const isText = (element: Element) => !/^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(element.tagName);
  const holds = (element: Element) => isText(element) && (element.textContent ?? '').includes(text);

  function textElement(): Element | null {
    let found = document.body && holds(document.body) ? (document.body as Element) : null;
    for (let inner = found; inner; ) {
      found = inner;
      inner = [...inner.children].find(holds) ?? null;
    }
    return found === document.body ? null : found;
  }

  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  /** A form that the browser posts by itself works as soon as its button is there and enabled. */
  function canSubmit(): boolean {
    const form = document.querySelector<HTMLFormElement>('form[action]');
    const button = form?.querySelector<HTMLButtonElement>('[type=submit]');
    return form?.method === 'post' && button?.disabled === false;
  }

  function watch(): void {
    if (result.content === null) {
      const element = textElement();
      if (element && isVisible(element)) {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => {
          result.content ??= performance.now();
        };
        painted.port2.postMessage(null);
      }
    }
    if (result.submit === null) {
      result.tapKept = tapped?.isConnected === true && tapped.checked;
      if (hasForm && result.tap !== null && canSubmit()) result.submit = performance.now();
    }
    requestAnimationFrame(watch);
  }
  requestAnimationFrame(watch);

  document.addEventListener(
    'change',
    (event) => {
      const input = event.target as HTMLInputElement;
      if (!event.isTrusted || !input.checked || result.tap !== null) return;
      result.tap = performance.now();
      tapped = input;
    },
    true,
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput && result.submit === null) result.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });

  window.benchProbe = {
    result,
    tapTarget() {
      const input = document.querySelector('input[type=radio], input[type=checkbox]');
      const area = input?.closest('label') ?? input;
      if (!input || !area || !isVisible(area)) return null;
      const inView = () => area.getBoundingClientRect();
      if (inView().top < 0 || inView().bottom > window.innerHeight)
        area.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = inView();
      const point = { x: left + Math.min(width / 2, 30), y: top + height / 2 };
      const hit = document.elementFromPoint(point.x, point.y);
      return hit && (area.contains(hit) || hit.contains(area)) ? point : null;
    },
  };
}
