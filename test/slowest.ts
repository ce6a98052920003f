import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 20

/** Prints the slowest tests at the end of a run, so that a test that becomes slow is seen. */
export default class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({ test, took: test.diagnostic()?.duration ?? 0 }))
      .toSorted((a, b) => b.took - a.took)
      .slice(0, SHOWN)
    const lines = rows.map(
      ({ test, took }) =>
        `${(took / 1000).toFixed(1).padStart(7)} s  ${test.module.relativeModuleId} > ${test.fullName}`,
    )
    process.stdout.write(`\nSlowest tests:\n${lines.join('\n')}\n`)
  }
}
