import { onMounted, onScopeDispose, onUnmounted, reactive } from 'vue'
import { useRouter } from 'vue-router'
import { rooms } from '../rooms.ts'
import { usePanels } from './panels.ts'

export interface PageKey {
  /** As `KeyboardEvent.key` tells it: `j`, `Enter`, `/`. */
  readonly key: string
  /** What it does, for the panel of keys. */
  readonly label: string
  run(): void
}

/** Keys of the pages that are open; the last page that names a key has it. */
const open = reactive(new Set<readonly PageKey[]>())

export const pageKeys = (): readonly PageKey[] => [...open].flat()

/** Keys of a page, as long as it is shown. A person who writes does not press them. */
export function useKeys(keys: readonly PageKey[]): void {
  open.add(keys)
  onScopeDispose(() => open.delete(keys))
}

/** `/` goes to the box of a page, wherever the focus is. */
export function useSearchKey(label: string, box: () => HTMLElement | null | undefined): void {
  useKeys([{ key: '/', label, run: () => box()?.focus() }])
}

const GOTO_MILLISECONDS = 1_200

/** Listens to the keys of the whole page: the palette, the panel of keys, `g` and a letter, then keys of the page. */
export function startPageKeys(): void {
  const panels = usePanels()
  const router = useRouter()
  let goUntil = 0

  const global: Readonly<Record<string, () => void>> = {
    '?': () => (panels.areKeysOpen = true),
    g: () => (goUntil = performance.now() + GOTO_MILLISECONDS),
  }

  function press(event: KeyboardEvent): void {
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      panels.isPaletteOpen = !panels.isPaletteOpen
      return
    }
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isBusy(event)) return
    const room = performance.now() < goUntil ? rooms.find(({ key }) => key === event.key) : undefined
    goUntil = 0
    const run = room
      ? () => void router.push(room.path)
      : (pageKeys().findLast(({ key }) => key === event.key)?.run ?? global[event.key])
    if (!run) return
    event.preventDefault()
    run()
  }

  onMounted(() => addEventListener('keydown', press))
  onUnmounted(() => removeEventListener('keydown', press))
}

/** Who writes, or has a dialog or a menu open, presses keys for that alone. Enter on a link or a button is its own. */
function isBusy({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key === 'Enter' && target.closest('a, button, summary') !== null) return true
  if (target.isContentEditable || target.matches('input, textarea, select')) return true
  // A list that is closed takes letters, which find an option in it.
  if (target.matches('[role=combobox]') && /^[\p{L}\d]$/u.test(key)) return true
  return target.closest('[role=dialog], [role=alertdialog], [role=menu], .pick-list') !== null
}
