/** Before each file of journeys: starts the product, unless it runs. */
import { beforeAll, inject } from 'vitest';

beforeAll(() => fetch(inject('starter')));
