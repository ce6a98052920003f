import { onScopeDispose, shallowReactive } from 'vue'

/** Something that the page that is open can do, for the palette. */
export interface PageAction {
  readonly label: string
  run(): unknown
}

const open = shallowReactive(new Set<() => readonly PageAction[]>())

export const pageActions = (): readonly PageAction[] => [...open].flatMap((tell) => tell())

/** Actions of a page, as long as it is shown: they are told anew each time, in the language of the moment. */
export function usePageActions(tell: () => readonly PageAction[]): void {
  open.add(tell)
  onScopeDispose(() => open.delete(tell))
}
