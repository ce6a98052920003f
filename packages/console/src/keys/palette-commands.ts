import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { api, runOperation, told } from '../api/client.ts'
import { useSession } from '../session/session.ts'
import { usePreferences } from '../text/preferences.ts'
import { useToastAttempt } from '../ui/use-attempt.ts'
import { JOBS, placeOfOperation, type ListedOperation } from './operation-places.ts'
import { pageActions } from './page-actions.ts'
import type { PaletteItem } from './palette-names.ts'
import { usePanels } from './panels.ts'

/** `Add a user; create new user`: its name in the language of the page, and the words of both languages by which it is found. */
function useNames(): (key: string) => Pick<PaletteItem, 'label' | 'words'> {
  const { t } = useI18n()
  return (key) => ({
    label: t(key).split(';')[0] ?? '',
    words: ['en', 'zh'].map((locale) => t(key, {}, { locale }).replace(';', '')).join(' '),
  })
}

/** What the page that is open can do, and what is the same everywhere. */
export function useCommands(): ComputedRef<readonly PaletteItem[]> {
  const session = useSession()
  const preferences = usePreferences()
  const panels = usePanels()
  const named = useNames()
  const commands: Readonly<Record<string, () => unknown>> = {
    dark: () => (preferences.theme = 'dark'),
    light: () => (preferences.theme = 'light'),
    system: () => (preferences.theme = 'system'),
    language: () => (preferences.language = preferences.language === 'en' ? 'zh' : 'en'),
    keys: () => (panels.areKeysOpen = true),
    logout: session.logout,
  }
  return computed(() => [
    ...pageActions().map(({ label, run }): PaletteItem => ({ group: 'page', key: `page:${label}`, label, run })),
    ...Object.entries(commands).map(([name, run]): PaletteItem => ({
      group: 'actions',
      key: `command:${name}`,
      ...named(`keys.commands.${name}`),
      run,
    })),
  ])
}

/** Operations that this person may run: those with words of their own as actions, the others by their titles. */
export function useOperationItems(operations: () => readonly ListedOperation[]): ComputedRef<readonly PaletteItem[]> {
  const { te } = useI18n()
  const router = useRouter()
  const session = useSession()
  const named = useNames()
  const { attempt } = useToastAttempt()
  const may = ({ level }: ListedOperation): boolean =>
    level === 'read' || (level === 'write' ? session.canWrite : session.isAdmin)

  const startJob = async (operation: string): Promise<unknown> =>
    attempt(async () => {
      const { job_id: id } = (await runOperation('start-job', { operation, input: {} })) as { readonly job_id: string }
      await router.push(`/jobs/${id}`)
    })
  /** In the first notebook that takes one. */
  const writeNote = async (): Promise<unknown> =>
    attempt(async () => {
      const { sources } = await told(api.GET('/api/v1/sources', {}))
      const notebook = sources.find((each) => each.kind === 'notes' && each.writable && each.may.includes('write'))
      await router.push(notebook ? `/notes/${encodeURIComponent(notebook.name)}?do=new-note` : '/notes')
    })
  function run(operation: ListedOperation): unknown {
    if (operation.name === 'write_note') return writeNote()
    if (JOBS.has(operation.name)) return startJob(operation.name)
    return router.push(placeOfOperation(operation, session.isLocal))
  }
  return computed(() =>
    operations()
      .filter(may)
      .map((operation): PaletteItem => {
        const { name, title } = operation
        const key = `operation:${name}`
        const rest = { key, hint: name, run: () => run(operation) }
        return te(`keys.run.${name}`, 'en')
          ? {
              group: 'actions',
              ...named(`keys.run.${name}`),
              ...rest,
              words: `${named(`keys.run.${name}`).words} ${title}`,
            }
          : { group: 'operations', ...rest, label: title }
      }),
  )
}
