import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../code/speed/connect.ts'
import { openHouse } from '../docs/house.ts'
import type { Tools } from '../house/build.ts'
import type { Chosen } from '../part.ts'
import { partsOf, type PartScores } from '../quality/contestant.ts'
import { ndcg, summarise, type Outcome, type Scores, type Shown } from '../quality/metrics.ts'
import { shownIn } from '../quality/product.ts'
import { sampleQuestions } from '../quality/sample.ts'
import { loadSet, type Question } from '../quality/sets.ts'
import { bareEnvironment } from '../speed/peer.ts'
import { connect } from './connect.ts'
import { askFriends, readFriends } from './friends.ts'
import type { MadeChat } from './history.ts'
import { readSessions, scopeOf, sessionsIn, type Found } from './sessions.ts'
import { writeChatwise } from './write.ts'

export interface QualityResult {
  readonly set: string
  readonly program: string
  readonly door: string
  readonly scores: Scores
  readonly parts: PartScores
}

/** Results that count; the tools show no more by default. */
const DEPTH = 10

/** Every question through tools of a running server, from a house that the command line filled. */
export async function measureQuality(
  folder: string,
  repository: string,
  chosen: Chosen,
): Promise<readonly QualityResult[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const house = openHouse({ program: join(repository, 'bin', 'wuku.js'), scratch, tools: 'core,chats' })
  const friends = readFriends(join(folder, 'locomo_turn', 'corpus.jsonl'))
  try {
    for (const { kind, name, root } of friends.sources(join(scratch, 'sessions')))
      await house.run('add', root, '--kind', kind, '--name', name)
    const server = await house.serve()
    const results: QualityResult[] = []
    for (const { set, wanted, tool } of asked) {
      const { questions } = sampleQuestions(loadSet(folder, set), chosen)
      const outcomes: AskedOutcome[] = []
      for (const question of questions)
        outcomes.push(
          await outcomeOf(question, async (each) =>
            shownIn(await askFriends(toolsOf(server), each, { tool }), friends.idOf(wanted)),
          ),
        )
      results.push(resultOf({ set, program: 'wuku', door: tool }, outcomes))
    }
    await server.close()
    return results
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const asked = [
  { set: 'locomo_turn', wanted: 'turns', tool: 'recall' },
  { set: 'locomo_session', wanted: 'sessions', tool: 'search_conversations' },
  { set: 'locomo_session', wanted: 'sessions', tool: 'recall' },
] as const

/** As a client reads answers. */
const toolsOf = (server: Connection): Pick<Tools, 'call'> => ({
  call: async <Output>(tool: string, input: object) => (await server.call(tool, input)).structured as Output,
})

/** The peer has no projects: each conversation of the set has a database of its own, and a server. */
export async function measurePeerQuality(
  folder: string,
  { cli, node, chosen }: { readonly cli: string; readonly node: string; readonly chosen: Chosen },
): Promise<QualityResult> {
  const home = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const chats = readSessions(join(folder, 'locomo_turn', 'corpus.jsonl'))
  const { questions } = sampleQuestions(loadSet(folder, 'locomo_session'), chosen)
  const outcomes: AskedOutcome[] = []
  for (const [scope, own] of Map.groupBy(chats, ({ project }) => scopeOf(project))) {
    const file = join(home, `${scope}.db`)
    writeChatwise(own, file)
    const server = await connect([node, cli], { ...bareEnvironment(home), CHATWISE_DB_PATH: file })
    for (const question of questions.filter((each) => each.scope === scope))
      outcomes.push(
        await outcomeOf(question, async ({ text: intent_query }) => {
          const input = { intent_query, limit_chats: 100, limit_snippets_per_chat: 1, include_tools_in_search: false }
          return idsIn(await server.call('search_conversations', input), chats)
        }),
      )
    await server.close()
  }
  rmSync(home, { recursive: true, force: true })
  return resultOf({ set: 'locomo_session', program: 'chatwise-mcp', door: 'search_conversations' }, outcomes)
}

interface AskedOutcome extends Outcome {
  readonly text: string
}

const resultOf = (
  about: Pick<QualityResult, 'set' | 'program' | 'door'>,
  outcomes: readonly AskedOutcome[],
): QualityResult => ({
  ...about,
  scores: summarise(outcomes, DEPTH),
  parts: partsOf(outcomes, ({ found, grades }) => ndcg(found, grades, DEPTH)),
})

async function outcomeOf(
  question: Question,
  ask: (question: Question) => Promise<readonly Shown[]>,
): Promise<AskedOutcome> {
  const started = performance.now()
  const found = await ask(question)
  return { text: question.text, found, grades: question.grades, milliseconds: performance.now() - started }
}

const idsIn = (answer: string, chats: readonly MadeChat[]): readonly string[] =>
  sessionsIn(JSON.parse(answer) as Found, chats)
