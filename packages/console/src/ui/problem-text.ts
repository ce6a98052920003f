import { ApiProblem } from '../api/client.ts'
import { inOurLanguage } from '../text/server-words.ts'

/** An error as the server tells it; where it did not answer, in our words. */
export function problemText(
  error: unknown,
  t: (key: string) => string,
): { readonly message: string; readonly remedy: string; readonly requestId?: string | undefined } {
  if (!(error instanceof ApiProblem))
    return { message: error instanceof Error ? error.message : String(error), remedy: '' }
  if (error.code === 'unreachable') return { message: t('ui.unreachable'), remedy: t('ui.unreachableRemedy') }
  return {
    message: inOurLanguage(error.message),
    remedy: inOurLanguage(error.remedy),
    requestId: error.requestId,
  }
}
