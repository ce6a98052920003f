import { ApiProblem } from '../api/client.ts'

export interface ProblemText {
  readonly message: string
  readonly remedy: string
  readonly requestId?: string | undefined
}

/** An error in the words of the API; where the server did not answer, in ours. */
export function problemText(error: unknown, t: (key: string) => string): ProblemText {
  if (!(error instanceof ApiProblem))
    return { message: error instanceof Error ? error.message : String(error), remedy: '' }
  if (error.code === 'unreachable') return { message: t('ui.unreachable'), remedy: t('ui.unreachableRemedy') }
  return { message: error.message, remedy: error.remedy, requestId: error.requestId }
}
