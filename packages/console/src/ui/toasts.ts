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

/** Short messages about what was done; one with `undo` takes it back. */
export const useToasts = defineStore('toasts', () => {
  const shown = ref<readonly Toast[]>([])
  let last = 0
  function say(text: string, { tone = 'good', undo }: { tone?: 'good' | 'bad'; undo?: () => unknown } = {}): void {
    const id = ++last
    shown.value = [...shown.value.slice(-3), { id, text, tone, undo }]
    setTimeout(() => dismiss(id), undo ? STAYS_WITH_UNDO : STAYS)
  }
  const dismiss = (id: number): void => void (shown.value = shown.value.filter((toast) => toast.id !== id))
  return { shown, say, dismiss }
})
