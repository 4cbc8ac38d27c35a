import { TextSkeleton } from '@panel/ui/Skeleton';
import styles from './Steps.module.css';

type Step = string | { readonly title: string; readonly text: string };

/** A numbered list of steps. */
export const Steps = ({ steps, loading = false }: { steps: readonly Step[]; loading?: boolean }) => (
  <ol className={styles.steps}>
    {steps.map((step) =>
      typeof step === 'string' ? (
        <li key={step}>{loading ? <TextSkeleton text={step} /> : step}</li>
      ) : (
        <li key={step.title}>
          <h3>{step.title}</h3>
          <p>{step.text}</p>
        </li>
      ),
    )}
  </ol>
);
