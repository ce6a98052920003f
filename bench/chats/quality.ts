import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../src/app/compose.ts'
import { readSettings } from '../../src/app/settings.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { summarise, type Outcome, type Scores } from '../quality/metrics.ts'
import { loadSet, type Question } from '../quality/sets.ts'
import { bareEnvironment } from '../speed/peer.ts'
import { connect } from './connect.ts'
import type { MadeChat } from './history.ts'
import { readSessions, scopeOf, sessionsIn, turnsOf, type Ask, type Found } from './sessions.ts'
import { writeChatwise, writeSessions } from './write.ts'

export interface QualityResult {
  readonly set: string
  readonly program: string
  readonly door: string
  readonly scores: Scores
}

/** Which session holds the answer, asked as an agent asks; and which turn, by the search that `recall` stands on. */
export async function measureQuality(folder: string, repository: string): Promise<readonly QualityResult[]> {
  const home = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const chats = readSessions(join(folder, 'locomo_turn', 'corpus.jsonl'))
  writeSessions(chats, join(home, 'sessions'))
  const engine = await openIn(home)
  try {
    await engine.sources.add({ root: join(home, 'sessions'), kind: 'chats', name: 'sessions', options: {} })
    await engine.index.update({ sources: ['sessions'] })
    const turns = await askAll(loadSet(folder, 'locomo_turn').questions, turnsOf(engine, chats))
    const server = await connect([process.execPath, join(repository, 'bin', 'wuku.js'), 'mcp', '--tools', 'chats'], {
      ...bareEnvironment(home),
      WUKU_HOME: join(home, 'wuku'),
    })
    const sessions = await askAll(
      loadSet(folder, 'locomo_session').questions,
      async ({ text: intent_query, scope }) => {
        const input = { intent_query, project: scope, limit_chats: 100, limit_snippets_per_chat: 1, snippet_window: 1 }
        return idsIn(await server.call('search_conversations', input), chats)
      },
    )
    await server.close()
    return [
      { set: 'locomo_turn', program: 'wuku', door: 'search of passages', scores: turns },
      { set: 'locomo_session', program: 'wuku', door: 'search_conversations', scores: sessions },
    ]
  } finally {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
}

/** The peer has no projects: each conversation of the set has a database of its own, and a server. */
export async function measurePeerQuality(folder: string, cli: string, node: string): Promise<QualityResult> {
  const home = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const chats = readSessions(join(folder, 'locomo_turn', 'corpus.jsonl'))
  const { questions } = loadSet(folder, 'locomo_session')
  const outcomes: Outcome[] = []
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
  return {
    set: 'locomo_session',
    program: 'chatwise-mcp',
    door: 'search_conversations',
    scores: summarise(outcomes, 10),
  }
}

async function askAll(questions: readonly Question[], ask: Ask): Promise<Scores> {
  const outcomes: Outcome[] = []
  for (const question of questions) outcomes.push(await outcomeOf(question, ask))
  return summarise(outcomes, 10)
}

async function outcomeOf(question: Question, ask: Ask): Promise<Outcome> {
  const started = performance.now()
  const found = await ask(question)
  return { found, grades: question.grades, milliseconds: performance.now() - started }
}

const idsIn = (answer: string, chats: readonly MadeChat[]): readonly string[] =>
  sessionsIn(JSON.parse(answer) as Found, chats)

async function openIn(home: string): Promise<Engine> {
  const surroundings = { env: { WUKU_HOME: join(home, 'wuku') }, platform: process.platform, userFolder: homedir() }
  return compose(await readSettings(surroundings), surroundings)
}
