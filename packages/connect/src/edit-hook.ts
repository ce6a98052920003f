import { isDeepStrictEqual } from 'node:util'
import type { Hook, HookCommand } from './client.ts'
import { readJson, removeJson, setJson } from './edit-json.ts'
import { isOurHook } from './hook-command.ts'
import { PLUGIN_MARK } from './opencode-plugin.ts'

/** An entry of ours is replaced where it stands, whichever version wrote it. */
export function setHook(text: string, hook: Hook, command: HookCommand): string {
  if ('plugin' in hook) return text === '' || hasHook(text, hook) ? hook.plugin(command.line) : text
  const { head, events, item } = hook
  let after = text.trim() === '' && head ? `${JSON.stringify(head, null, 2)}\n` : text
  for (const [event, tools] of Object.entries(events)) {
    const items = listOf(readJson(after, ['hooks', event]))
    const own = items.findIndex(isOurHook)
    after = setJson(after, ['hooks', event, own < 0 ? items.length : own], item(command, tools))
  }
  return after
}

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
