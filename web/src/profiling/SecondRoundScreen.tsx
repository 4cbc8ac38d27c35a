import { secondRound } from '@panel/domain/profiling/second-round';
import { ProfilingScreen } from './ProfilingScreen.tsx';

export default function SecondRoundScreen({ did = '' }: { did?: string }) {
  return <ProfilingScreen survey="second-round" definition={secondRound} did={did} />;
}
