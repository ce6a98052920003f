import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/connectors'
import { once } from '@wuku/core/once'
import type { ServiceToOpen } from '../framework/connector.ts'
import { titlePath } from '../framework/title-path.ts'
import { allOf } from '../http/client.ts'
import { entryOf, listed, type Entry, type Row, type Space } from './confluence-types.ts'
import type { Paths } from './paths.ts'

const MAX_ABOVE = 100

/** The spaces of a place, and what lies in them. */
export function openEntries(given: ServiceToOpen, paths: Paths) {
  const { client, api, root, place, only: chosen } = given
  const only = String(place['space'] ?? '')
  const spaces = once(async (): Promise<readonly Space[]> => {
    const found = await allOf(listed<Space>(given, paths.spaces(only)))
    const own = found.filter(({ key }) => only === '' || key.toLowerCase() === only.toLowerCase())
    if (own.length === 0) throw new WukuError('not-found', msg('notThere', { url: root }))
    return chosen ? own.filter(({ key }) => chosen.includes(key)) : own
  })
  const spaceOf = async (name: string | undefined): Promise<Space | undefined> =>
    (await spaces()).find(({ id, key }) => String(id) === name || key === name)
  /** Pages above many others are asked for once in a pass. */
  const entries = new Map<string, Entry>()
  async function fetched(id: string): Promise<Entry | undefined> {
    const { body } = await client.get<Row>(api + paths.entry(id), { mayMiss: true })
    const entry = body && entryOf(body, id.replace(/\/.*/, ''))
    if (entry) entries.set(id, entry)
    return entry
  }
  const current = async (id: string): Promise<Entry | undefined> => {
    const entry = await fetched(id)
    return entry?.id === id && entry.isCurrent && (await spaceOf(entry.space)) ? entry : undefined
  }
  /** With what it lies in; where that is not to be seen, or a circle, the first in line has a parent too. */
  async function placed(entry: Entry) {
    const line = [entry]
    for (let next = entry.parent; next !== undefined && line.length < MAX_ABOVE; next = line[0]?.parent) {
      const above = entries.get(next) ?? (await fetched(next))
      if (!above || line.includes(above)) break
      line.unshift(above)
    }
    const space = (await spaceOf(entry.space))?.key ?? ''
    const path = titlePath([...(only === '' ? [space] : []), ...line.map(({ title }) => title)])
    return { ...entry, line, space, path, version: `${entry.number}+${path}` }
  }
  async function list(name: string): Promise<readonly Entry[]> {
    const [space, found] = [await spaceOf(name), new Map<string, Entry>()]
    for (const kind of space ? ['pages', 'blogposts'] : [])
      for (const row of await allOf(listed<Row>(given, paths.list(kind, space as Space)))) {
        const entry = entryOf(row, kind)
        if (entry.isCurrent) found.set(entry.id, entry)
      }
    for (const [id, entry] of found) entries.set(id, entry)
    return [...found.values()]
  }
  return { only, spaces, spaceOf, current, placed, list }
}
