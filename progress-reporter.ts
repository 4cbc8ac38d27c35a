import { relative } from 'node:path';
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node';

/** One line for each test file that has ended, with how many there are; the failures and the summary at the end are Vitest's. */
export default class ProgressReporter extends DefaultReporter {
  #ended = 0;
  #files = 0;

  constructor() {
    super({ summary: false });
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
  }

  override printTestModule(module: TestModule): void {
    this.#ended += 1;
    const count = String(this.#ended).padStart(String(this.#files).length);
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const path = relative(this.ctx.config.root, module.moduleId);
    this.log(`[${count}/${this.#files}] ${path} ${seconds} s${module.ok() ? '' : ' FAILED'}`);
    for (const test of module.children.allTests('failed')) this.log(`    FAILED ${test.fullName}`);
  }
}
