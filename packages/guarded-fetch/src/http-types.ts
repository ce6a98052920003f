/** Requests to servers that users name, guarded: no private address, bounded in bytes and time. */
export interface Http {
  /** Answers with any status that is left when redirects were followed and passing troubles waited out; throws `WukuError` when there is no answer. */
  get(url: URL, request: HttpRequest): Promise<HttpAnswer>
}

export interface HttpRequest {
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** Makes a POST of it. It is sent again after problems that pass: for questions alone. */
  readonly body?: string
  /** Maximum size of the decoded body; beyond it, reading throws. Default 64 MiB. */
  readonly maxBytes?: number
  /** The caller repeats: any answer is handed back, though it asks to wait. */
  readonly isOnce?: boolean
  /** Called when the server asks to wait, in sentences. */
  waiting?(message: string): void
  /** Whether a redirect there is followed; always when absent. Refused, the redirecting answer itself comes back. */
  mayFollow?(to: URL): boolean
}

export interface HttpAnswer {
  readonly status: number
  /** Final address, after all redirects. */
  readonly url: URL
  /** Lower case. */
  header(name: string): string | undefined
  /** Decoded (gzip, br, deflate). Must be read to its end or left with `drop`. */
  readonly body: AsyncIterable<Uint8Array>
  /** The whole body. */
  bytes(): Promise<Uint8Array>
  drop(): void
}
