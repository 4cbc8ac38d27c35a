import type { Partner } from '@panel/domain/partners/partners';
import { api } from '@panel/domain/paths';
import { ENTRY_FAILURES, home } from '@panel/domain/wording';
import { useEffect, useRef, useState } from 'react';
import { call } from '../shell/api.ts';
import { useBrand } from '../shell/config.tsx';
import { useOneAtATime } from '../shell/one-at-a-time.ts';
import { showToast } from '../shell/toasts.tsx';
import { SurveyCard } from './SurveyCard.tsx';
import { keepWayBack } from './way-back.ts';

const isWebAddress = (url: string) => /^https?:\/\//i.test(url);

/** One button for each partner that has surveys, the best first. While one opens, none can be pressed. */
export function SurveyButtons({ did, partners }: { did: string; partners: readonly Partner[] }) {
  const words = home(useBrand()).partners;
  const [opening, setOpening] = useState<Partner | null>(null);
  const oneAtATime = useOneAtATime();
  const area = useRef<HTMLDivElement>(null);
  const pressed = useRef<Partner | null>(null);

  // A page that comes back out of the browser's memory has opened its survey: its buttons work again.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setOpening(null);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);

  // A button that is disabled loses the focus; whoever pressed it gets it back where it was.
  useEffect(() => {
    if (opening !== null || pressed.current === null) return;
    area.current?.querySelector<HTMLElement>(`[data-partner="${pressed.current}"]`)?.focus({ preventScroll: true });
    pressed.current = null;
  }, [opening]);

  async function open(partner: Partner) {
    setOpening(partner);
    pressed.current = partner;
    try {
      const { url } = await call<{ url: string }>('GET', api.entryLink(partner)(did));
      if (isWebAddress(url)) {
        keepWayBack();
        return window.location.assign(url);
      }
      if (url) throw new Error('not a web address');
      showToast({ tone: 'error', text: ENTRY_FAILURES[partner].empty });
    } catch {
      showToast({ tone: 'error', text: ENTRY_FAILURES[partner].error });
    }
    setOpening(null);
  }

  return (
    <div ref={area}>
      {partners.map((partner, index) => (
        <SurveyCard
          key={partner}
          partner={partner}
          title={words[partner].button}
          hint={words[partner].hint}
          first={index === 0}
          busy={opening === partner}
          disabled={opening !== null}
          onPress={() => void oneAtATime(() => open(partner))}
        />
      ))}
    </div>
  );
}
