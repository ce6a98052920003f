import type { QualityResult } from './quality.ts'
import { renderQuality } from './report-quality.ts'
import { renderGoals, renderImports, renderSearch } from './report-speed.ts'
import type { SpeedMeasures } from './speed.ts'

export interface DocsReport {
  readonly made: string
  readonly machine: string
  readonly quality: readonly QualityResult[]
  readonly speed: SpeedMeasures | undefined
}

export const renderDocs = ({ made, machine, quality, speed }: DocsReport): string => `# Library documentation

Written by \`npm run bench:docs\`; do not edit.

${made}; ${machine}.

${[...(speed ? [renderGoals(speed), renderImports(speed), renderSearch(speed)] : []), renderQuality(quality)].filter(Boolean).join('\n\n')}
`
