import { useI18n } from 'vue-i18n'
import { api, told } from '../../api/client.ts'
import { useToastAttempt } from '../../ui/use-attempt.ts'
import { useToasts } from '../../ui/toasts.ts'
import type { PadFacts } from './pads.ts'

type Restored = Pick<PadFacts, 'id' | 'version'>

/** Takes the last change of a pad back, or brings a version back. Each makes a new version, so it can be taken back too. */
export function useRestore(changed: () => unknown) {
  const { t } = useI18n()
  const toasts = useToasts()
  const { isBusy, attempt } = useToastAttempt()

  async function restore({ id, version }: Restored, to?: number): Promise<void> {
    await attempt(async () => {
      const body = { expected_version: version, ...(to !== undefined && { to_version: to }) }
      const { scratchpad, restored_version: restored } = await told(
        api.POST('/api/v1/pads/scratchpads/{id}/undo', { params: { path: { id } }, body }),
      ).finally(changed)
      toasts.say(t('pads.said.restored', { version: restored }), { undo: async () => restore(scratchpad, version) })
    })
  }
  return { isBusy, restore }
}
