import { secondRound } from '@panel/domain/profiling/second-round';
import { ProfilingScreen, profilingForm } from './ProfilingScreen.tsx';

export const secondRoundFormConfig = profilingForm('second-round', secondRound);

export default function SecondRoundScreen({ did }: { did: string }) {
  return <ProfilingScreen form={secondRoundFormConfig} did={did} />;
}
