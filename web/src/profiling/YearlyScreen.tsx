import { yearly } from '@panel/domain/profiling/yearly';
import { ProfilingScreen, profilingForm } from './ProfilingScreen.tsx';

export const yearlyFormConfig = profilingForm('yearly', yearly);

export default function YearlyScreen({ did }: { did: string }) {
  return <ProfilingScreen form={yearlyFormConfig} did={did} />;
}
