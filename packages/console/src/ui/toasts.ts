import { defineStore } from 'pinia'
import { ref } from 'vue'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'good' | 'bad'
  readonly undo?: (() => unknown) | undefined
}

const STAYS = 6_000
const STAYS_WITH_UNDO = 12_000
const LOOKS_AGAIN = 1_000

const isPointedAt = (): boolean => document.querySelector('.toasts:is(:hover, :focus-within)') !== null

/** Short messages about what was done; one with `undo` takes it back. None goes while somebody points at them. */
export const useToasts = defineStore('toasts', () => {
  const shown = ref<readonly Toast[]>([])
  let last = 0
  function say(text: string, { tone = 'good', undo }: { tone?: 'good' | 'bad'; undo?: () => unknown } = {}): void {
    const id = ++last
    shown.value = [...shown.value.slice(-3), { id, text, tone, undo }]
    setTimeout(() => expire(id), undo ? STAYS_WITH_UNDO : STAYS)
  }
  function expire(id: number): void {
    if (isPointedAt()) setTimeout(() => expire(id), LOOKS_AGAIN)
    else dismiss(id)
  }
  const dismiss = (id: number): void => void (shown.value = shown.value.filter((toast) => toast.id !== id))
  return { shown, say, dismiss }
})
