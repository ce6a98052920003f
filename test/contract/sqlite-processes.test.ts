import { everything } from '@wuku/core/ports/access'
import { lexicalIn, bodyOf } from './one-of-store.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { probeFor, putting, sourceNamed } from './samples.ts'
import { disagreements } from './sqlite-inspection.ts'
import { scratchFolder } from '../scratch.ts'

let place = ''
let file = ''
beforeEach(() => {
  place = scratchFolder()
  file = join(place, 'deeper', 'store.sqlite')
})

const start = (script: string, args: readonly string[]) =>
  spawn(process.execPath, [fileURLToPath(new URL(`processes/${script}`, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const ended = (child: ReturnType<typeof start>): Promise<{ code: number | null; said: string }> =>
  new Promise((resolve) => {
    let said = ''
    child.stderr.on('data', (part) => (said += String(part)))
    child.on('close', (code) => resolve({ code, said }))
  })

it('lets eight processes open a cold store at once', async () => {
  const names = Array.from({ length: 8 }, (_, i) => `s${i}`)
  const ends = await Promise.all(names.map((name) => ended(start('apply-once.ts', [file, name]))))
  expect(ends).toEqual(names.map(() => ({ code: 0, said: '' })))
  const store = await openSqlite(file)
  const documents = await store.read(everything, (view) => view.documents.list())
  expect(documents.map(({ path }) => path).toSorted()).toEqual(names.map((name) => `${name}.md`))
  await store.close()
  expect(disagreements(file)).toEqual([])
})

it.each([1, 30, 60])('is whole after a kill past batch %i', async (killAfter) => {
  const child = start('apply-on.ts', [file])
  const end = ended(child)
  let answered = -1
  for await (const line of createInterface({ input: child.stdout })) {
    answered = Number(line)
    if (answered === killAfter) child.kill('SIGKILL')
  }
  await end
  const store = await openSqlite(file)
  const batches = await store.read(everything, async (view) => {
    const texts = (await view.documents.list()).map(({ id }) => bodyOf(view, id))
    return (await Promise.all(texts)).map((text) => Number(/batch(\d+)/.exec(text ?? '')?.[1]))
  })
  await store.close()
  const counts = Map.groupBy(batches, (batch) => batch)
  // The batch in hand when the process died may have been stored, but then as a whole.
  const last = counts.has(answered + 1) ? answered + 1 : answered
  const expected = Array.from({ length: last + 1 }, (_, batch) => batch).slice(-40)
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(expected)
  expect([...counts.values()].every((documents) => documents.length === 5)).toBe(true)
  expect(disagreements(file)).toEqual([])
})

it('loses no entry of four processes that append to one document, one of which is killed', async () => {
  const store = await openSqlite(file)
  const source = await store.addSource(sourceNamed('log'))
  await store.apply(putting(source.id, [{ path: 'log.md', text: 'begins' }]))
  const answered = await Promise.all(
    ['n', 's', 'e', 'w'].map(async (name) => {
      const said: string[] = []
      const child = start('append-to-one.ts', [file, name, '40'])
      const end = ended(child)
      for await (const line of createInterface({ input: child.stdout })) {
        said.push(line)
        if (line === 'wx7') child.kill('SIGKILL')
      }
      expect((await end).said).toBe('')
      return said
    }),
  )
  const entries = await store.read(everything, async (view) => {
    const [document] = await view.documents.list()
    const text = document && (await bodyOf(view, document.id))
    const found = await lexicalIn(view, probeFor(['entri'], { depth: 1_000 }))
    expect(found).toHaveLength((text?.split('\n\n').length ?? 0) - 1)
    return [...(text ?? '').matchAll(/^entry (\w+) 潮汐$/gm)].map(([, entry]) => entry ?? '')
  })
  await store.close()
  // The entry in hand when the process died may have been stored, but then as a whole, and never twice.
  expect(new Set(entries).size).toBe(entries.length)
  for (const [at, name] of ['n', 's', 'e', 'w'].entries()) {
    const own = entries.filter((entry) => entry.startsWith(name))
    expect(own.slice(0, answered[at]?.length)).toEqual(answered[at])
    expect(own.length).toBeLessThanOrEqual((answered[at]?.length ?? 0) + (name === 'w' ? 1 : 0))
  }
  expect(disagreements(file)).toEqual([])
})
