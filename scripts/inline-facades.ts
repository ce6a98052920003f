import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that only names exports of another one: `export{a as b}from"./other.js";`. */
const FACADE = /^export\{([^{}]+)\}from"(\.\/[^"]+\.js)";?\s*$/

/**
 * Modules that are imported on demand and lie in a shared chunk each get a file that names their exports. Such a file takes
 * a whole block of a disk and is read at every start that needs it: imports of it become imports of the chunk.
 */
export function inlineFacades(folder: string, entries: readonly string[]): void {
  const texts = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  const facades = new Map(
    [...texts].flatMap(([name, text]) => {
      const [, names, chunk] = (entries.includes(name) ? undefined : FACADE.exec(text)) ?? []
      return names && chunk ? [[name, `import("${chunk}").then(e=>({${objectOf(names)}}))`] as const] : []
    }),
  )
  const inlined = (text: string): string =>
    text.replaceAll(/import\((["'`])\.\/([\w.-]+\.js)\1\)/g, (all, _quote, name: string) => facades.get(name) ?? all)
  for (const [name, text] of texts) if (!facades.has(name)) writeFileSync(join(folder, name), inlined(text))
  for (const name of facades.keys()) rmSync(join(folder, name))
}

/** `a as b,c` as `b:e.a,c:e.c`. */
const objectOf = (names: string): string =>
  names
    .split(',')
    .map((each) => {
      const [local = '', exported = local] = each.split(/ as /)
      return `${exported}:e.${local}`
    })
    .join(',')
