import { COMMON } from '@panel/domain/wording';
import { LostArt } from '@panel/ui/Art';
import { Button } from '@panel/ui/Button';
import { refreshIcon } from '@panel/ui/Icon';
import { Result } from '@panel/ui/Result';
import { Component, type ReactNode } from 'react';
import { report } from './report.ts';

/** A screen that broke says so and offers to start again, instead of leaving a white page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  declare state: { broken: boolean };

  constructor(props: { children: ReactNode }) {
    super(props);
    this.state = { broken: false };
  }

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    report(error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Result art={<LostArt />} title={COMMON.brokenTitle} text={COMMON.brokenText}>
        <Button icon={refreshIcon} onClick={() => window.location.reload()}>
          {COMMON.tryAgain}
        </Button>
      </Result>
    );
  }
}
