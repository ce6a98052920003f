import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', 'src')
const files = globSync('**/*.{ts,vue}', { cwd: root })

/** What a file imports of the console, by paths within it. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, join(root, dirname(file), path)),
  )
}

/** The layer of a path, and of a room its name. */
const layerOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : 'main')
const roomOf = (path: string): string | undefined => /^rooms\/([^/]+)\//.exec(path)?.[1]

/** What each layer may import besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  session: ['api', 'text', 'ui'],
  api: ['session'],
  text: ['main'],
  ui: ['api', 'keys', 'text', 'session'],
  ask: ['api', 'session', 'text', 'ui'],
  keys: ['api', 'ask', 'main', 'session', 'text', 'ui'],
  jobs: ['api', 'session', 'text', 'ui'],
  sharing: ['api', 'keys', 'session', 'text', 'ui'],
  files: ['api', 'jobs', 'keys', 'session', 'sharing', 'text', 'ui'],
  shell: ['api', 'keys', 'main', 'session', 'text', 'ui'],
  rooms: ['api', 'ask', 'files', 'jobs', 'keys', 'session', 'sharing', 'text', 'ui'],
  styles: [],
}

describe('layers of the console', () => {
  it.each(files)('%s imports what its layer may', (file) => {
    const layer = layerOf(file)
    if (layer === 'main') return
    const wrong = importsOf(file).filter((path) => {
      if (path.startsWith('..')) return path !== '../schema.d.ts'
      return layerOf(path) !== layer && !(allowed[layer] ?? []).includes(layerOf(path))
    })
    expect(wrong).toEqual([])
  })

  it.each(files.filter((file) => roomOf(file) !== undefined))('%s imports no other room', (file) => {
    expect(importsOf(file).filter((path) => path.startsWith('rooms/') && roomOf(path) !== roomOf(file))).toEqual([])
  })

  it('HTML is taken in one place', () => {
    const takes = files.filter((file) =>
      /v-html|innerHTML|insertAdjacentHTML|outerHTML/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(takes).toEqual(['ui/WRendered.vue'])
  })
})
