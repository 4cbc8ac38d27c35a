import type { Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { ENTRY_FAILURES, home } from '@panel/domain/wording';
import { dismissError, showToast } from '@panel/ui/toasts';
import { useEffect, useRef, useState } from 'react';
import { useIsActiveScreen } from '../shell/active-screen.ts';
import { call } from '../shell/api.ts';
import { useBrand } from '../shell/config.tsx';
import { useOneAtATime } from '../shell/one-at-a-time.ts';
import { saveReturnQuery } from './return-query.ts';
import { SurveyCard } from './SurveyCard.tsx';

/** By then a page that is still there is not going to be left. */
const LEAVING_MS = 10_000;

const isWebAddress = (url: unknown): url is string => typeof url === 'string' && /^https?:\/\//i.test(url);

/** Until the panelist is back, out of the browser's memory or from another app, or has never left. */
const untilBack = () =>
  new Promise((resolve) => {
    setTimeout(resolve, LEAVING_MS);
    for (const event of ['pageshow', 'visibilitychange']) window.addEventListener(event, resolve, { once: true });
  });

/** One button for each partner that has surveys, the best first. While one opens, none can be pressed. */
export function SurveyButtons({ did, partners }: { did: string; partners: readonly Partner[] }) {
  const texts = home(useBrand()).partners;
  const [opening, setOpening] = useState<Partner | null>(null);
  const oneAtATime = useOneAtATime();
  const area = useRef<HTMLDivElement>(null);
  const pressed = useRef<Partner | null>(null);
  const isActive = useIsActiveScreen();

  // A button that is disabled loses the focus; whoever pressed it gets it back where it was, unless they put it elsewhere.
  useEffect(() => {
    if (opening !== null || pressed.current === null) return;
    const button = area.current?.querySelector<HTMLElement>(`[data-partner="${pressed.current}"]`);
    if (document.activeElement === document.body) button?.focus({ preventScroll: true });
    pressed.current = null;
  }, [opening]);

  async function open(partner: Partner) {
    dismissError();
    setOpening(partner);
    pressed.current = partner;
    const url = await call<{ url: unknown }>('GET', api.entryLink(partner)(did))
      .then((answer) => answer.url || '')
      .catch(() => null);
    if (!isActive()) return;
    if (isWebAddress(url)) {
      saveReturnQuery();
      window.location.assign(url);
      await untilBack();
    } else {
      showToast({ tone: 'error', text: ENTRY_FAILURES[partner][url === '' ? 'empty' : 'error'] });
    }
    setOpening(null);
  }

  return (
    <div ref={area}>
      {partners.map((partner, index) => (
        <SurveyCard
          key={partner}
          partner={partner}
          title={texts[partner].button}
          hint={texts[partner].hint}
          first={index === 0}
          busy={opening === partner}
          disabled={opening !== null}
          onPress={() => void oneAtATime(() => open(partner))}
        />
      ))}
    </div>
  );
}
