import { WukuError } from '../../../core/errors.ts'

interface Denied {
  readonly status: number
  readonly hostname: string
  readonly path: string
  readonly variable: string
  readonly hasToken: boolean
}

export const refusals = {
  repository: ({ status, hostname, path, variable, hasToken }: Denied) =>
    DENIED.has(status)
      ? new WukuError(
          'not-found',
          `${hostname} has no repository "${path}", or does not show it ${hasToken ? 'to the token that was given' : 'to everybody'} (status ${status}).`,
          hasToken
            ? `Check the address, and that the token for "${hostname}" may read it and has not run out (setting docs.tokens, or ${variable}).`
            : `Check the address; if it is private, give a token: setting docs.tokens for "${hostname}", or ${variable}.`,
        )
      : failed(hostname, status),
  noHost: (hostname: string) =>
    new WukuError(
      'bad-input',
      `${hostname} answers neither as GitHub nor as Gitea or GitLab.`,
      'Say which it is with the option "host": github, gitea or gitlab; or unpack the repository and give the folder.',
    ),
  noRef: (ref: string, path: string) =>
    new WukuError(
      'not-found',
      `"${path}" has no tag, branch or commit "${ref.slice(0, 100)}".`,
      'Name one that it has; without one the default branch is taken.',
    ),
  isEmpty: (path: string) =>
    new WukuError('not-found', `"${path}" holds no files yet.`, 'Name a repository with documents.'),
  failed: (hostname: string, status: number) => failed(hostname, status),
  brokenArchive: (path: string, cause: unknown) =>
    new WukuError('fetch-failed', `The archive of "${path}" is broken or was cut off.`, 'Try again.', { cause }),
  tooMuch: (path: string, what: string) =>
    new WukuError(
      'too-large',
      `"${path}" has more than ${what}.`,
      'Name the folders with its documents (option "folders").',
    ),
} as const

const DENIED: ReadonlySet<number> = new Set([401, 403, 404, 451])

const failed = (hostname: string, status: number): WukuError =>
  new WukuError('fetch-failed', `${hostname} answers with status ${status}.`, 'Try again later.')
