import { readdirSync, readFileSync } from 'node:fs'

const TICK = 10

/** Milliseconds of the processors that a process and its children took so far, as Linux counts them; of children that ended as well. */
export function processorTime(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  const [own] = ticksOf(String(pid))
  const ended = ticksOf(String(pid))[1]
  return TICK * children.reduce((sum, child) => sum + ticksOf(child)[0], own + ended)
}

/** After the name in brackets, which may hold anything. */
const fieldsOf = (pid: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

const parentOf = (pid: string): number => Number(fieldsOf(pid)[1])

const ticksOf = (pid: string): readonly [own: number, ofEnded: number] => {
  const [user, system, userEnded, systemEnded] = fieldsOf(pid).slice(11, 15).map(Number)
  return [(user ?? 0) + (system ?? 0), (userEnded ?? 0) + (systemEnded ?? 0)]
}
