import type { PageData } from '@panel/api/pages';
import type { PageName } from '@panel/domain/console/pages';

/** A state that a page can be in, as the accessibility and keyboard checks open it. */
export type PageState<Data> = {
  readonly path: string;
  /** Shows that the state is there. */
  readonly heading: string;
  /** What the server answers at this address, where it differs from the page's data. */
  readonly data?: Partial<Data>;
  /** The message that is typed and the button that is pressed to get there. */
  readonly text?: string;
  readonly press?: string;
};

/** What the server answers for a page, and its states. */
export type PageFixture<Page extends PageName> = {
  readonly data: PageData[Page];
  readonly states: readonly [PageState<PageData[Page]>, ...PageState<PageData[Page]>[]];
};
