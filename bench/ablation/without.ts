import { registerHooks } from 'node:module'
import { mechanismNamed, type Change } from './mechanisms.ts'

/** Loaded before the product, in a process of its own: the product knows nothing of being measured. */
const name = process.env['WITHOUT']
const changes = name ? mechanismNamed(name).changes : []
const open = new Set(changes)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const own = changes.filter(({ file }) => url.endsWith(`/packages/${file}`))
    if (own.length === 0 || loaded.source === undefined || loaded.source === null) return loaded
    return { ...loaded, source: own.reduce(applied, text(loaded.source)) }
  },
})

function applied(source: string, change: Change): string {
  if (!source.includes(change.from)) throw new Error(`${change.file} no longer says "${change.from}".`)
  open.delete(change)
  return source.replace(change.from, () => change.to)
}

const text = (source: string | ArrayBuffer | NodeJS.TypedArray): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source)

/** A storehouse whose files no question loaded was not measured without it. */
export const unapplied = (): readonly Change[] => [...open]
