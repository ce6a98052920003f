import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Kind, Problem, Source } from '@wuku/core/core-types'
import type { AddRequest } from '../base/parts/engine-sources.ts'
import type { Engine } from '../base/engine.ts'
import type { Home, SetUp } from '../base/kind.ts'
import type { AddInput } from './add-shape.ts'

/** Folders on this machine in which the requested agents keep what a storehouse holds. */
export async function agentSetUp(request: AddInput & { readonly agent: string }, engine: Engine): Promise<SetUp> {
  if (request.root !== undefined) throw rootAndAgent()
  const homes = homesOf(request.agent, engine)
  const registered = await engine.read((view) => view.sources.list())
  const found = await Promise.all(homes.map(async (each) => ({ ...each, root: await firstRoot(each, engine) })))
  const sources = found.flatMap(({ home, kind, root }) =>
    root === undefined ? [] : [requestFor({ home, kind, root, registered }, request)],
  )
  if (sources.length === 0) throw noneInstalled(homes)
  const missing = wordsOf(request.agent).filter(
    (word) => word !== ALL && !found.some((each) => each.root !== undefined && isSelected(each.home, word)),
  )
  return { sources, contexts: [], problems: missing.map((word) => notInstalled(word, homes)) }
}

interface AgentHome {
  readonly home: Home
  readonly kind: Kind
}

const ALL = 'all'

const wordsOf = (agent: string): readonly string[] =>
  agent
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean)

/** `cursor` means `cursor-cli` too: one program, several places. */
const isSelected = ({ name }: Home, word: string): boolean =>
  word === ALL || name === word || name.startsWith(`${word}-`)

function homesOf(agent: string, engine: Engine): readonly AgentHome[] {
  const known = engine.kinds.flatMap(({ kind, homes = [] }) => homes.map((home) => ({ kind, home })))
  const words = wordsOf(agent)
  const unknown = words.find((word) => !known.some(({ home }) => isSelected(home, word)))
  if (unknown !== undefined || words.length === 0) throw unknownAgent(unknown ?? agent, known)
  return known.filter(({ home }) => words.some((word) => isSelected(home, word)))
}

async function firstRoot({ home, kind }: AgentHome, engine: Engine): Promise<string | undefined> {
  for (const place of home.places)
    try {
      return await engine.workspace.resolveRoot(place, kind)
    } catch (error) {
      if (!isWukuError(error)) throw error
    }
  return undefined
}

/** A source added before under another name keeps that name. */
function requestFor(
  { home, kind, root, registered }: AgentHome & { root: string; registered: readonly Source[] },
  { name, pattern, exclude, watch, searchedByDefault }: AddInput,
): AddRequest {
  const before = registered.find((source) => source.kind === kind && source.root === root)
  const patterns = pattern ?? home.patterns
  return {
    root,
    kind,
    name: before?.name ?? name ?? home.name,
    options: {
      ...(watch !== undefined && { watch }),
      ...(patterns && { patterns }),
      ...(exclude && { exclude }),
      ...(searchedByDefault !== undefined && { searchedByDefault }),
    },
  }
}

function notInstalled(word: string, homes: readonly AgentHome[]): Problem {
  const error = noneInstalled(homes.filter(({ home }) => isSelected(home, word)))
  return { path: word, said: error.texts.message, remedy: error.texts.remedy }
}

/** Places of more programs would be a wall of names. */
const FEW = 3

function noneInstalled(homes: readonly AgentHome[]): WukuError {
  const names = homes.map(({ home }) => home.name).join(', ')
  if (homes.length > FEW) return new WukuError('not-found', msg('noConversationsOfOnThisMachine', { names }))
  const places = homes.flatMap(({ home }) => home.places).join(', ')
  return new WukuError('not-found', msg('noConversationsOfOnThisMachineLooked', { names, places }))
}

const unknownAgent = (agent: string, known: readonly AgentHome[]): WukuError =>
  new WukuError(
    'bad-input',
    msg('unknownAgent', { agent: agent.slice(0, 50), known: known.map(({ home }) => home.name).join(', ') }),
  )

const rootAndAgent = (): WukuError => new WukuError('bad-input', msg('rootAndAgent'))
