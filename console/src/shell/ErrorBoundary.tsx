import { Component, type ReactNode } from 'react';
import { FailedPage } from './PageState.tsx';

type ErrorBoundaryProps = { title: string; children: ReactNode };

/** Shows an error if a page can't be rendered. The menu stays usable. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
  override render(): ReactNode {
    const { message } = this.state;
    if (message === null) return this.props.children;
    // Rendering the page again also loads it again.
    return <FailedPage title={this.props.title} message={message} onRetry={() => this.setState({ message: null })} />;
  }
}
