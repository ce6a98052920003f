import { isDeepStrictEqual } from 'node:util'
import type { Entry, Hook, HookCommand } from './client.ts'
import { readJson, removeJson, setJson } from './edit-json.ts'
import { isOurHook, TIMEOUT_SECONDS } from './hook-command.ts'
import { PLUGIN_MARK } from './opencode-plugin.ts'

/** An entry of ours is replaced where it stands, whichever version wrote it. `isServed`: the program starts our server. */
export function setHook(text: string, hook: Hook, command: HookCommand, isServed = false): string {
  if ('plugin' in hook) return text === '' || hasHook(text, hook) ? hook.plugin(command.line) : text
  const { head, events, item, served = {} } = hook
  let after = text.trim() === '' && head ? `${JSON.stringify(head, null, 2)}\n` : text
  for (const [event, tools] of Object.entries(events)) {
    const items = listOf(readJson(after, ['hooks', event]))
    const own = items.findIndex(isOurHook)
    const input = isServed ? served[event] : undefined
    const entry = input ? toolEntry(tools, { ...input, ...command.spoken }) : item(command, tools)
    after = setJson(after, ['hooks', event, own < 0 ? items.length : own], entry)
  }
  return after
}

const toolEntry = (tools: string, input: Entry): Entry => ({
  ...(tools !== '' && { matcher: tools }),
  hooks: [{ type: 'mcp_tool', server: 'wuku', tool: 'hook', input, timeout: TIMEOUT_SECONDS }],
})

/** Also entries for events that other versions asked for. */
export function removeHook(text: string, hook: Hook): string {
  if ('plugin' in hook) return hasHook(text, hook) ? '' : text
  let after = text
  for (const { event, at } of ownIn(text).toReversed()) after = removeJson(after, ['hooks', event, at])
  return after !== text && hook.head && isDeepStrictEqual(readJson(after, []), hook.head) ? '' : after
}

export const hasHook = (text: string, hook: Hook): boolean =>
  'plugin' in hook ? text.startsWith(PLUGIN_MARK) : ownIn(text).length > 0

/** A list of what the user switched off holds texts. */
const ownIn = (text: string): readonly { readonly event: string; readonly at: number }[] =>
  Object.entries(readJson(text, ['hooks']) ?? {}).flatMap(([event, items]) =>
    listOf(items).flatMap((item, at) => (typeof item === 'object' && isOurHook(item) ? [{ event, at }] : [])),
  )

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
