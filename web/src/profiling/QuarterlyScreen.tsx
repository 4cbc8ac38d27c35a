import { quarterly } from '@panel/domain/profiling/quarterly';
import { ProfilingScreen, profilingForm } from './ProfilingScreen.tsx';

export const quarterlyFormConfig = profilingForm('quarterly', quarterly);

export default function QuarterlyScreen({ did }: { did: string }) {
  return <ProfilingScreen form={quarterlyFormConfig} did={did} />;
}
