import { quarterly } from '@panel/domain/profiling/quarterly';
import { ProfilingScreen } from './ProfilingScreen.tsx';

export default function QuarterlyScreen({ did = '' }: { did?: string }) {
  return <ProfilingScreen survey="quarterly" definition={quarterly} did={did} />;
}
