import { CONSOLE_PAGES, type ConsoleSession, type PageName } from '@panel/domain/console/pages';
import { Toasts } from '@panel/ui/toasts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { useAddress } from './address.ts';
import { queryClient } from './api.ts';
import { AuditPage } from './audit/AuditPage.tsx';
import { DisputesPage } from './disputes/DisputesPage.tsx';
import { MoneyPage } from './money/MoneyPage.tsx';
import { SettlementPage } from './money/SettlementPage.tsx';
import { StatementPage } from './money/StatementPage.tsx';
import { PanelPage } from './panel/PanelPage.tsx';
import { CodesPage } from './partners/CodesPage.tsx';
import { PartnersPage } from './partners/PartnersPage.tsx';
import { DefinitionDrawer } from './parts/Definitions.tsx';
import layout from './parts/layout.module.css';
import { Note } from './parts/Note.tsx';
import { PageHead } from './parts/PageHead.tsx';
import { PeoplePage } from './people/PeoplePage.tsx';
import { ProposalPage } from './proposals/ProposalPage.tsx';
import { QualityPage } from './quality/QualityPage.tsx';
import { SamplePage } from './sample/SamplePage.tsx';
import { signInQuery } from './session.ts';
import { SessionsPage } from './sessions/SessionsPage.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { FailedPage, LoadingPage, loadedPage } from './shell/PageState.tsx';
import shellStyles from './shell/Shell.module.css';
import { Shell } from './shell/Shell.tsx';
import { SignIn, signInFailure } from './shell/SignIn.tsx';
import { TodayPage } from './today/TodayPage.tsx';
import { titleOfPage } from './words.ts';

const SCREENS: Readonly<Record<PageName, ComponentType>> = {
  today: loadedPage('today', TodayPage),
  panel: loadedPage('panel', PanelPage),
  quality: loadedPage('quality', QualityPage),
  // Rules that can’t be counted can still be changed, but not drawn.
  sample: loadedPage('sample', SamplePage, (query) => !query.has('task')),
  partners: loadedPage('partners', PartnersPage),
  codes: loadedPage('codes', CodesPage),
  money: loadedPage('money', MoneyPage),
  settlement: loadedPage('settlement', SettlementPage),
  statement: loadedPage('statement', StatementPage),
  people: loadedPage('people', PeoplePage),
  disputes: loadedPage('disputes', DisputesPage),
  audit: loadedPage('audit', AuditPage),
  proposal: loadedPage('proposal', ProposalPage),
  sessions: loadedPage('sessions', SessionsPage),
};

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <Screen />
    <DefinitionDrawer />
    <Toasts dismissLabel="Dismiss" />
  </QueryClientProvider>
);

function Screen() {
  const { data: state, error } = useQuery(signInQuery);
  const isSignedOut = state?.session === null;
  useEffect(() => {
    if (isSignedOut) document.title = 'Sign in · Console';
  }, [isSignedOut]);
  if (!state)
    return (
      <main className={shellStyles.main}>
        {error ? <FailedPage title="Console" message={error.message} /> : <LoadingPage title="Console" />}
      </main>
    );
  return state.session ? <SignedInApp session={state.session} /> : <SignIn end={state.end} />;
}

function SignedInApp({ session }: { session: ConsoleSession }) {
  const { path, query } = useAddress();
  const named = CONSOLE_PAGES.find((page) => path === `/${page}`);
  const page = named ?? 'today';
  const mayOpen = session.pages.some((entry) => entry.page === page);
  const isKnown = path === '/' || named !== undefined;
  const title = isKnown ? titleOfPage(page) : 'Page not found';
  useEffect(() => {
    document.title = `${title} · ${session.product} Console`;
  }, [title, session.product]);
  const Page = SCREENS[page];
  const failure = signInFailure(query);
  return (
    <Shell session={session} page={isKnown ? page : null}>
      {failure && <Note tone="bad">{failure}</Note>}
      {isKnown && mayOpen ? (
        <ErrorBoundary key={page} title={title}>
          <Page />
        </ErrorBoundary>
      ) : (
        <div className={layout.page}>
          <PageHead title={title} />
          <Note>{isKnown ? 'Your role can’t open this page.' : 'Choose a page from the menu.'}</Note>
        </div>
      )}
    </Shell>
  );
}
