import { DAY_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/surveys';
import { payloadSchema } from '@panel/domain/questionnaire/schema';
import { PROFILING_QUESTIONNAIRES } from '@panel/domain/questionnaires';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../platform/dependencies.ts';
import { submit } from './submit.ts';

const EXAMPLES = { 'second-round': GOLDEN.secondRound, quarterly: GOLDEN.quarterly, yearly: GOLDEN.yearly };

export function profilingRoutes(app: FastifyInstance, deps: Dependencies): void {
  for (const survey of PROFILING_SURVEYS) {
    const definition = PROFILING_QUESTIONNAIRES[survey];
    app.put(
      api.profiling(survey),
      {
        config: { priority: 'form', limit: { calls: 50, periodMs: DAY_MS } },
        schema: {
          summary: `Answer the ${survey} profiling survey`,
          body: { ...payloadSchema(definition), examples: [EXAMPLES[survey].payload] },
          response: { 200: { const: true } },
        },
      },
      (request) => submit({ ...deps, database: request.database }, definition, request),
    );
  }
}
