import { Component, type ReactNode } from 'react';
import { FailedPage } from './states.tsx';

type ErrorBoundaryProps = { title: string; children: ReactNode };

/** A page that can't be drawn says so, and the others stay within reach. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    // The page is drawn anew, and with that loaded anew.
    return <FailedPage title={this.props.title} message={message} onRetry={() => this.setState({ message: null })} />;
  }
}
