import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, totalmem } from 'node:os'

/** Facts that a reader needs to compare figures, without identifying the machine: a page of results names its commit. */
export const machine = (): string => {
  const model = cpus()[0]?.model.trim() || process.arch
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores (${model}), ${memory} GB of memory, ${process.platform}, Node ${process.versions.node}, commit ${commit()}`
}

const commit = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
