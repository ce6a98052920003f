import { WukuError } from '@wuku/core/errors'

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
          `${hostname} has no repository "${path}", or does not show it ${hasToken ? 'with the given token' : 'to everybody'} (status ${status}).`,
          hasToken
            ? `Check the address, and that the token for "${hostname}" may read it and has not expired (setting docs.tokens, or ${variable}).`
            : `Check the address; if the repository is private, set a token: setting docs.tokens for "${hostname}", or ${variable}.`,
        )
      : failed(hostname, status),
  noHost: (hostname: string) =>
    new WukuError(
      'bad-input',
      `${hostname} answers neither as GitHub nor as Gitea or GitLab.`,
      'Name its software with the option "host": github, gitea or gitlab; or unpack the repository and give the folder.',
    ),
  noRef: (ref: string, path: string) =>
    new WukuError(
      'not-found',
      `"${path}" has no tag, branch or commit "${ref.slice(0, 100)}".`,
      'Give one that exists; without one the default branch is used.',
    ),
  isEmpty: (path: string) =>
    new WukuError('not-found', `"${path}" contains no files yet.`, 'Give a repository with documents.'),
  failed: (hostname: string, status: number) => failed(hostname, status),
  brokenArchive: (path: string, cause: unknown) =>
    new WukuError('fetch-failed', `The archive of "${path}" is damaged or incomplete.`, 'Try again.', { cause }),
  tooMuch: (path: string, what: string) =>
    new WukuError(
      'too-large',
      `"${path}" has more than ${what}.`,
      'Give the folders with its documents (option "folders").',
    ),
} as const

const DENIED: ReadonlySet<number> = new Set([401, 403, 404, 451])

const failed = (hostname: string, status: number): WukuError =>
  new WukuError('fetch-failed', `${hostname} answered with status ${status}.`, 'Try again later.')
