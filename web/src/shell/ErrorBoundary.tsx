import { COMMON } from '@panel/domain/wording';
import { Component, type ReactNode } from 'react';
import { reloadPage } from '../routing/page-loads.ts';
import { reportError } from '../telemetry/error-reporting.ts';
import { Failure } from './Failure.tsx';

/** Shows a message and a reload button in place of a screen that threw while rendering. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  declare state: { failed: boolean };

  constructor(props: { children: ReactNode }) {
    super(props);
    this.state = { failed: false };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <Failure title={COMMON.brokenTitle} text={COMMON.brokenText} onRetry={reloadPage} />;
  }
}
