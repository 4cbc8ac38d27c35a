import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the projects in the order of the configuration; Vitest's own order is that of their names. */
export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const order = ({ project }: TestSpecification) => this.ctx.projects.indexOf(project);
    return sorted.sort((a, b) => order(a) - order(b));
  }
}
