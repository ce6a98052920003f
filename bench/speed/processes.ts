import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { memoryOf } from '../pads/memory.ts'

/** A process and all its running descendants, as Linux reports them; elsewhere the process alone. */
export function treeOf(pid: number): readonly number[] {
  const tasks = `/proc/${pid}/task`
  if (!existsSync(tasks)) return [pid]
  const children = readdirSync(tasks).flatMap((task) => readNumbers(`${tasks}/${task}/children`))
  return [pid, ...children.flatMap(treeOf)]
}

/** The peaks of all processes of these trees together: more than they held at any one moment, never less. */
export const peakOfTrees = (pids: readonly number[]): number =>
  pids.flatMap(treeOf).reduce((sum, pid) => sum + memoryOf(pid).peakBytes, 0)

export function killTree(pid: number): void {
  for (const each of treeOf(pid)) killOne(each)
}

/** One that ended by itself meanwhile is as good as killed. */
function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

/** A thread that ended meanwhile has no file. */
function readNumbers(file: string): readonly number[] {
  try {
    return (readFileSync(file, 'utf8').match(/\d+/g) ?? []).map(Number)
  } catch {
    return []
  }
}
