import { COMMON } from '@panel/domain/wording';
import { Component, type ReactNode } from 'react';
import { LostArt } from '../shell/Art.tsx';
import { Button } from '../shell/Button.tsx';
import { refreshIcon } from '../shell/Icon.tsx';
import { Result } from '../shell/Result.tsx';
import { report } from '../shell/report.ts';

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
