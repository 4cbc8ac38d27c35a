import { termsText } from '@panel/domain/terms';
import { BackHome } from '../shell/BackHome.tsx';
import { TermsText } from './Terms.tsx';

export default function TermsScreen() {
  return (
    <main className="page">
      <BackHome />
      <h1>{termsText().title}</h1>
      <TermsText />
    </main>
  );
}
