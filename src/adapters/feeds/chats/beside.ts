import { hash } from 'node:crypto'
import type { Beside } from '../../../ports/feed.ts'
import { placeOf, type Tree } from '../ground.ts'
import { textAt as readText } from './plain.ts'

/** Such files are lines that programs leave for each other. */
const MOST_BYTES = 1024 * 1024

/**
 * What files beside it say of a transcript: about a subagent of Claude Code, how a thread of Codex was named, and where a
 * session of Gemini CLI was held.
 */
export function besideOf(tree: Tree, path: string): Beside {
  const about = /\/agent-[^/]*\.jsonl$/.test(`/${path}`)
    ? textAt(tree, path.replace(/\.jsonl$/, '.meta.json'))
    : nameOfThread(tree, path)
  const projectRoot = isAiderHistory(path) ? folderAround(tree, path) : projectOfGemini(tree, path)
  return { ...(about !== undefined && { about }), ...(projectRoot !== undefined && { projectRoot }) }
}

const ROLLOUT = /(?:^|\/)rollout-[^/]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[^/]*\.jsonl$/

/** A line a name, at the top of the program's own folder; the last one counts. */
function nameOfThread(tree: Tree, path: string): string | undefined {
  const id = ROLLOUT.exec(path)?.[1]
  if (id === undefined) return undefined
  return textAt(tree, 'session_index.jsonl')
    ?.split('\n')
    .findLast((line) => line.includes(id))
}

export const isAiderHistory = (path: string): boolean => path.endsWith('.aider.chat.history.md')

function folderAround(tree: Tree, path: string): string | undefined {
  const ground = tree.ground()
  const place = ground && placeOf(ground, path)
  return place?.slice(0, -(path.length - path.lastIndexOf('/')))
}

/** `<slug>/chats/...` */
function projectOfGemini(tree: Tree, path: string): string | undefined {
  const slug = /^(?:.*\/)?([^/]+)\/chats\/[^/]+(?:\/[^/]+)?$/.exec(path)
  if (!slug) return undefined
  const folder = path.slice(0, path.lastIndexOf('/chats/'))
  return textAt(tree, `${folder}/.project_root`)?.trim() || projectOfSlug(tree, slug[1] ?? '')
}

/** Lies at the top of the program's own folder. A slug is a name, or in older versions a hash of the path. */
function projectOfSlug(tree: Tree, slug: string): string | undefined {
  try {
    const { projects } = JSON.parse(textAt(tree, 'projects.json') ?? '{}') as { projects?: Record<string, unknown> }
    return Object.entries(projects ?? {}).find(([path, name]) => name === slug || hash('sha256', path) === slug)?.[0]
  } catch {
    return undefined
  }
}

/** `undefined` when there is none within the root, or it is no short file. */
function textAt(tree: Tree, path: string): string | undefined {
  const ground = tree.ground()
  const place = ground?.only === undefined ? ground && placeOf(ground, path) : undefined
  return place === undefined ? undefined : readText(place, MOST_BYTES)
}
