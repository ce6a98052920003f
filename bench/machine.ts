import { availableParallelism, cpus, totalmem } from 'node:os'

/** Facts that a reader needs to compare figures, without identifying the machine. */
export const machine = (): string => {
  const model = cpus()[0]?.model.trim() || process.arch
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores (${model}), ${memory} GB of memory, ${process.platform}, Node ${process.versions.node}`
}
