import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These take long and mostly wait. Started last, they would run alone at the end. */
const LONGEST = [
  'api/src/rewards/money-under-faults.test.ts',
  'api/src/rewards/model.test.ts',
  'api/src/rewards/crashes.test.ts',
  'api/src/platform/database/database-away.test.ts',
  'api/src/platform/database/connections.test.ts',
  'api/src/worker/worker-stop.test.ts',
  'e2e/start.test.ts',
  'console/pages.test.ts',
  'e2e/artifact.test.ts',
  'e2e/journeys/demo.test.ts',
  'e2e/journeys/panelist-screens.test.ts',
  'e2e/journeys/operators.test.ts',
  'e2e/journeys/offline.test.ts',
  'e2e/journeys/console.test.ts',
  'e2e/journeys/circle.test.ts',
];

/** Runs the projects in the order of the configuration, and the longest files of each first; Vitest's own order is that of names and sizes. */
export default class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const project = (file: TestSpecification) => this.ctx.projects.indexOf(file.project);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return index === -1 ? LONGEST.length : index;
    };
    return sorted.sort((a, b) => project(a) - project(b) || rank(a) - rank(b));
  }
}
