import type { QualityResult } from './quality.ts'
import { renderQuality } from './report-quality.ts'

export interface DocsReport {
  readonly made: string
  readonly machine: string
  readonly quality: readonly QualityResult[]
}

export const renderDocs = (report: DocsReport): string => `# Library documentation

Written by \`npm run bench:docs\`; do not edit.

${report.made}; ${report.machine}.

${[renderQuality(report.quality)].filter(Boolean).join('\n\n')}
`
