import { reactive } from 'vue'
import type { Message, Part } from './conversations.ts'

export interface Folds {
  isOpen(message: number, part: number): boolean
  toggle(message: number, part: number): void
  /** Opens what is folded of a message, or folds all of it. */
  toggleAll(message: Message): void
}

/** Tools and thinking are folded until somebody opens them; a message that scrolls away and back stays as it was. */
export function useFolds(): Folds {
  const open = reactive(new Set<string>())
  const keyOf = (message: number, part: number): string => `${message}.${part}`
  return {
    isOpen: (message, part) => open.has(keyOf(message, part)),
    toggle(message, part) {
      const key = keyOf(message, part)
      if (!open.delete(key)) open.add(key)
    },
    toggleAll({ index, parts }) {
      const keys = parts.flatMap((part, at) => (isFolded(part) ? [keyOf(index, at)] : []))
      const areAllOpen = keys.every((key) => open.has(key))
      for (const key of keys)
        if (areAllOpen) open.delete(key)
        else open.add(key)
    },
  }
}

export const isFolded = ({ type }: Part): boolean => type !== 'text' && type !== 'image' && type !== 'file'
