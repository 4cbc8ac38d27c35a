import { yearly } from '@panel/domain/profiling/yearly';
import { ProfilingScreen } from './ProfilingScreen.tsx';

export default function YearlyScreen({ did = '' }: { did?: string }) {
  return <ProfilingScreen survey="yearly" definition={yearly} did={did} />;
}
