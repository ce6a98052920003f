import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { stampOf } from '@wuku/settings/declared'
import { flatten, settingsFrom, type Settings, type Environment } from '@wuku/settings/app-settings'

/** Groups of settings of which some are heeded at once (`isLive` in the table), by the names that the program gives them. */
const live = {
  pads: ['padBytes', 'padsPerWorkflow', 'padVersions'],
  push: ['files', 'bytes'],
  docs: ['purgeDays', 'enrich', 'refreshEvery'],
  code: ['fileBytes', 'commits'],
  chats: ['exclude'],
} as const satisfies { readonly [Group in keyof Settings]?: readonly (keyof Settings[Group])[] }

/** The same settings, of which some are always as the file has them. A file that is wrong changes nothing. */
export function followSettings(start: Settings, environment: Environment): Settings {
  let known = { stamp: stampOf(start.file), now: start }
  const current = (): Settings => {
    const stamp = stampOf(start.file)
    if (stamp !== known.stamp) known = { stamp, now: readAgain(start.file, environment) ?? known.now }
    return known.now
  }
  const followed = <Group extends keyof typeof live>(group: Group): Settings[Group] =>
    new Proxy(start[group], {
      get: (target, key) => {
        const isLive = (live[group] as readonly (string | symbol)[]).includes(key)
        return Reflect.get(isLive ? current()[group] : target, key) as unknown
      },
    })
  return {
    ...start,
    get fileBytes() {
      return current().fileBytes
    },
    pads: followed('pads'),
    push: followed('push'),
    docs: followed('docs'),
    code: followed('code'),
    chats: followed('chats'),
  }
}

/** The program may run from a copy without packages: the parser is a file of its own. It is loaded when a file has changed. */
const parser = import.meta.url.endsWith('.ts') ? '../../../settings/src/yaml-parser.ts' : './yaml-parser.js'

/** Synchronous, as settings are read in the middle of work that cannot wait. */
function readAgain(file: string, environment: Environment): Settings | undefined {
  const { parse } = createRequire(import.meta.url)(parser) as {
    readonly parse: (text: string, options: object) => unknown
  }
  try {
    return settingsFrom(flatten(parse(readFileSync(file, 'utf8'), { logLevel: 'error' })), environment)
  } catch {
    return undefined
  }
}
