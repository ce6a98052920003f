import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openHome } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { sharedFolder } from '../../scratch.ts'

/** Calls of agents are shown with their results, and asked again once the notes are others. */

const home = openHome(sharedFolder())
let server: Served
beforeEach(async () => {
  server = await serve(home)
})

const json = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await server.ask(`/api/v1${path}`, init)
  return { status: answer.status, ...((await answer.json()) as object) } as T
}

interface Row {
  readonly id: number
  readonly operation: string
}

/** The newest call of an operation, once it is written down. */
async function newest(operation: string): Promise<number> {
  for (;;) {
    const { list } = await ask<{ list: readonly Row[] }>(`/calls?operation=${operation}`)
    if (list[0]) return list[0].id
  }
}

it('a call is shown with what came back, and compared with the answer of today', async () => {
  await ask('/operations/recall', json({ query: 'Saltmarsh Cormorant' }))
  const id = await newest('recall')
  const shown = await ask<{ hits: readonly string[] }>(`/calls/${id}`)
  expect(shown).toMatchObject({ operation: 'recall', is_whole: true, hits_left_out: 0, status: 'success' })
  expect(shown.hits.length).toBeGreaterThan(0)
  const again = { id, operation: 'recall', gained: [], lost: [], moved: [], before: { citations: shown.hits } }
  expect(await ask(`/calls/${id}/replay`, json({}))).toMatchObject({ ...again, now: { citations: shown.hits } })

  writeFileSync(
    join(home.folder, 'notes', 'more.md'),
    '# Saltmarsh Cormorant\n\nA Saltmarsh Cormorant in a Saltmarsh.\n',
  )
  await ask('/operations/index', json({}))
  const gained = ['wuku://notes/demo/more.md#L1-L3']
  expect(await ask(`/calls/${id}/replay`, json({}))).toMatchObject({ gained, lost: [] })
  rmSync(join(home.folder, 'notes', 'more.md'))
})

it('what cannot be asked again is refused', async () => {
  await ask('/operations/context', json({ action: 'add', target: 'demo', text: 'Notes of a demo' }))
  const refused = await ask(`/calls/${await newest('context')}/replay`, json({}))
  expect(refused).toMatchObject({ error: { code: 'bad-input' } })
  expect(await ask('/calls/1000000')).toMatchObject({ error: { code: 'not-found' } })
})
