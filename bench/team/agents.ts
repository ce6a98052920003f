import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from '../server/program.ts'
import { call, makePad, textOf } from './calls.ts'

/** Damage of a fault to agents that write without a pause. */
export interface Outcome {
  /** Milliseconds from the end of the cause until each agent had an answer to what it asked after that. */
  readonly recovery: number
  readonly acknowledged: number
  readonly refused: number
  /** Acknowledged, and not there afterwards. */
  readonly lost: number
  /** Lines of which a part is there, and those that are there twice. */
  readonly torn: number
  /** Acknowledged, and not in the answer to the same agent's next question. */
  readonly unseen: number
}

export interface Agents {
  /** Once each agent has had so many answers. */
  more(count: number): Promise<void>
  /** Ends the cause of a fault; how long agents waited for an answer after that. */
  recovered(mend: () => Promise<void>): Promise<number>
  stop(): Promise<Omit<Outcome, 'recovery'>>
}

const WRITERS = 8
/** An agent looks at its scratchpad after so many lines. */
const LOOKS = 5
const PAUSE = 50

const lineOf = (nth: number, agent: number): string => `Line ${nth} of agent ${agent}, whole.`
const WHOLE = /^Line \d+ of agent \d+, whole\.$/

/** Lines of the scratchpad itself. */
const BETWEEN = new Set(['', '# Log', '---', '<!--- block start --->'])

interface Agent {
  readonly pad: string
  readonly lines: string[]
  answers: number
  /** When the last question that was answered had been asked. */
  asked: number
  refused: number
  unseen: number
}

/** As clients behind a proxy: one that is refused goes to the next instance. */
export async function startAgents(instances: () => readonly Program[]): Promise<Agents> {
  const [first] = instances()
  if (!first) throw new Error('No instance runs.')
  const pads = await Promise.all(Array.from({ length: WRITERS }, (_, nth) => makePad(first, nth)))
  const agents = pads.map((pad): Agent => ({ pad, lines: [], answers: 0, asked: 0, refused: 0, unseen: 0 }))
  const stopping = new AbortController()
  const work = async (agent: Agent, nth: number): Promise<void> => {
    for (let turn = nth, line = 0; !stopping.signal.aborted; line++) {
      const running = instances()
      const program = running[turn % running.length]
      try {
        if (!program) throw new Error('No instance runs.')
        await step(agent, { program, content: lineOf(line, nth), looks: line % LOOKS === 0 })
      } catch {
        agent.refused++
        turn++
        await sleep(PAUSE)
      }
    }
  }
  const running = agents.map(work)
  const until = async (isDone: (agent: Agent) => boolean): Promise<void> => {
    while (!agents.every(isDone)) await sleep(5)
  }
  return {
    more: (count) => {
      const before = new Map(agents.map((agent) => [agent, agent.answers]))
      return until((agent) => agent.answers >= (before.get(agent) ?? 0) + count)
    },
    recovered: async (mend) => {
      await mend()
      const mended = performance.now()
      await until(({ asked }) => asked > mended)
      return performance.now() - mended
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
      return sumUp(agents, instances)
    },
  }
}

async function step(
  agent: Agent,
  { program, content, looks }: { readonly program: Program; readonly content: string; readonly looks: boolean },
): Promise<void> {
  const asked = performance.now()
  await call(program, 'append-scratchpad', { id: agent.pad, content })
  agent.lines.push(content)
  agent.answers++
  agent.asked = asked
  if (looks && !(await textOf(program, agent.pad)).includes(content)) agent.unseen++
}

async function sumUp(
  agents: readonly Agent[],
  instances: () => readonly Program[],
): Promise<Omit<Outcome, 'recovery'>> {
  const [program] = instances()
  if (!program) throw new Error('No instance runs.')
  const sum = { acknowledged: 0, refused: 0, lost: 0, torn: 0, unseen: 0 }
  for (const { pad, lines, refused, unseen } of agents) {
    const kept = (await textOf(program, pad)).split('\n').filter((line) => !BETWEEN.has(line))
    const there = new Set(kept)
    sum.acknowledged += lines.length
    sum.refused += refused
    sum.unseen += unseen
    sum.lost += lines.filter((line) => !there.has(line)).length
    sum.torn += kept.filter((line) => !WHOLE.test(line)).length + kept.length - there.size
  }
  return sum
}
