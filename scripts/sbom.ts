/** `npm run sbom`: prints the software bill of materials (CycloneDX) of the artifact's packages and those compiled into its web apps. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePackages } from './artifact-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'panel-sbom-'));
try {
  writePackages(folder, ['api', 'web', 'console']);
  execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
