import { ref, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { problemText } from './problem-text.ts'
import { useToasts } from './toasts.ts'

/** Sends a form. `isBusy` holds until the answer comes; `problem` has the refusal and its remedy. */
export function useAttempt() {
  const { t } = useI18n()
  const problem = ref('')
  const isBusy = ref(false)
  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    isBusy.value = true
    problem.value = ''
    try {
      return await work()
    } catch (error) {
      const { message, remedy } = problemText(error, t)
      problem.value = `${message} ${remedy}`.trim()
      return undefined
    } finally {
      isBusy.value = false
    }
  }
  return { problem, isBusy, attempt }
}

/** The same for what no form sends: a toast says what was refused. */
export function useToastAttempt() {
  const toasts = useToasts()
  const { problem, isBusy, attempt } = useAttempt()
  watch(problem, (text) => text && toasts.say(text, { tone: 'bad' }), { flush: 'sync' })
  return { isBusy, attempt }
}
