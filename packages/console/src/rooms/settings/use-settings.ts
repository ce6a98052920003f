import { useQuery } from '@pinia/colada'
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { api, told } from '../../api/client.ts'
import { useStale } from '../../api/stale.ts'
import { settingWordsAreHere } from '../../text/server-words.ts'
import { useToastAttempt } from '../../ui/use-attempt.ts'
import { useToasts } from '../../ui/toasts.ts'
import { undoOf, type Setting, type SettingValue } from './settings.ts'

export function useSettings() {
  const query = useQuery({
    key: ['settings'],
    query: async ({ signal }) =>
      (await Promise.all([told(api.GET('/api/v1/settings', { signal })), settingWordsAreHere()]))[0],
  })
  return { settings: computed(() => query.data.value?.settings), error: query.error, refetch: query.refetch }
}

/** Changes a setting, and offers to take it back where the value before is known. */
export function useChange(): (setting: Setting, value: SettingValue) => Promise<void> {
  const { t } = useI18n()
  const toasts = useToasts()
  const makeStale = useStale()
  const { attempt } = useToastAttempt()

  async function write(name: string, value: SettingValue): Promise<Setting> {
    const answer = await told(api.PUT('/api/v1/settings/{name}', { params: { path: { name } }, body: { value } }))
    makeStale('settings')
    return answer
  }

  const undo = async (name: string, value: SettingValue): Promise<void> =>
    attempt(async () => {
      await write(name, value)
      toasts.say(t('settings.undone', { name }))
    })

  return async (setting, value) => {
    const { name } = setting
    const before = undoOf(setting)
    const now = await write(name, value)
    toasts.say(t(now.takes_effect === 'at once' ? 'settings.changedNow' : 'settings.changedLater', { name }), {
      ...(before && { undo: async () => undo(name, before.value) }),
    })
  }
}
