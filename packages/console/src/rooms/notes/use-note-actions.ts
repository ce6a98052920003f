import { useI18n } from 'vue-i18n'
import { useStale } from '../../api/stale.ts'
import { problemText } from '../../ui/problem-text.ts'
import { useToasts } from '../../ui/toasts.ts'
import { restoreNote, type SavedNote } from './notes.ts'

export interface NoteActions {
  /** Says that a note was saved; the text before comes back by `undo`. */
  tellSaved(saved: SavedNote, said: string): void
  restore(citation: string, version: string): Promise<boolean>
  refresh(): void
}

export function useNoteActions(): NoteActions {
  const { t } = useI18n()
  const toasts = useToasts()
  const stale = useStale()

  const refresh = (): void => stale('files', 'documents', 'sources')

  function tellSaved({ citation, previous, unchanged, notes = [] }: SavedNote, said: string): void {
    if (unchanged) toasts.say(t('notes.said.unchanged'))
    else toasts.say(said, previous === undefined ? {} : { undo: () => restore(citation, previous) })
    for (const note of notes) toasts.say(note)
    refresh()
  }

  async function restore(citation: string, version: string): Promise<boolean> {
    try {
      tellSaved(await restoreNote(citation, version), t('notes.said.restored'))
      return true
    } catch (error) {
      const { message, remedy } = problemText(error, t)
      toasts.say(`${message} ${remedy}`.trim(), { tone: 'bad' })
      return false
    }
  }

  return { tellSaved, restore, refresh }
}
