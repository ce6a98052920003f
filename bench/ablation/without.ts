import { registerHooks } from 'node:module'
import { mechanismNamed } from './mechanisms.ts'

/** Loaded before the product, in a process of its own: the product knows nothing of being measured. */
const name = process.env['WITHOUT']
const off = name ? mechanismNamed(name).off : {}

const VALUES = 'valuesOf(policyTable)'

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/packages/core/src/policy.ts') || loaded.source === undefined || loaded.source === null)
      return loaded
    const source = text(loaded.source)
    if (!source.includes(VALUES)) throw new Error(`The policy no longer says "${VALUES}".`)
    return { ...loaded, source: `${source.replace(VALUES, `changed(${VALUES}, ${JSON.stringify(off)})`)}\n${changed}` }
  },
})

const text = (source: string | ArrayBuffer | NodeJS.TypedArray): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source)

/** A policy in which some numbers are others. One that is not there would change nothing without a word. */
function changed<Value extends object>(value: Value, other: object): Value {
  const copy = Array.isArray(value) ? [...value] : { ...value }
  for (const [key, wanted] of Object.entries(other)) {
    const known = (copy as Record<string, unknown>)[key]
    if (known === undefined) throw new Error(`The policy has no "${key}".`)
    ;(copy as Record<string, unknown>)[key] =
      typeof wanted === 'object' && wanted !== null ? changed(known as object, wanted) : wanted
  }
  return copy as Value
}
