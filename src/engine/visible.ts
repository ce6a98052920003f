import type { Source } from '../core/words.ts'
import type { StoreView } from '../ports/store.ts'

/** Sources that are being made or wait to be purged are nobody's business but theirs who make and purge them. */
export const isVisible = ({ options }: Pick<Source, 'options'>): boolean => options.hidden !== true

/** A view as operations see it. */
export const visibleView = (view: StoreView): StoreView => ({
  ...view,
  sources: async () => (await view.sources()).filter(isVisible),
  sourceFacts: async () => (await view.sourceFacts()).filter(({ source }) => isVisible(source)),
})
