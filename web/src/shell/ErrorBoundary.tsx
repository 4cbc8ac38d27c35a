import { COMMON } from '@panel/domain/wording';
import { LostArt } from '@panel/ui/Art';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Result } from '@panel/ui/Result';
import { Component, type ReactNode } from 'react';
import { reportError } from './error-reporting.ts';

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
    return (
      <Result art={<LostArt />} title={COMMON.brokenTitle} text={COMMON.brokenText}>
        <Button icon={refreshIcon} onClick={() => window.location.reload()}>
          {COMMON.tryAgain}
        </Button>
      </Result>
    );
  }
}
