import { useI18n } from 'vue-i18n'
import { useStale } from '../../api/stale.ts'
import { useToastAttempt } from '../../ui/use-attempt.ts'
import { useToasts } from '../../ui/toasts.ts'
import { restoreNote, type SavedNote } from './notes.ts'

export function useNoteActions() {
  const { t } = useI18n()
  const toasts = useToasts()
  const stale = useStale()
  const { attempt } = useToastAttempt()

  const refresh = (): void => stale('files', 'documents', 'sources')

  /** Says that a note was saved; the text before comes back by `undo`. */
  function tellSaved({ citation, previous, unchanged, notes = [] }: SavedNote, said: string): void {
    if (unchanged) toasts.say(t('notes.said.unchanged'))
    else toasts.say(said, previous === undefined ? {} : { undo: () => restore(citation, previous) })
    for (const note of notes) toasts.say(note)
    refresh()
  }

  async function restore(citation: string, version: string): Promise<boolean> {
    const saved = await attempt(async () => restoreNote(citation, version))
    if (saved) tellSaved(saved, t('notes.said.restored'))
    return saved !== undefined
  }

  return { tellSaved, restore, refresh }
}
