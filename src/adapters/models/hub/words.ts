/** A server of models that speaks as Hugging Face does. */
export interface Hub {
  readonly url: URL
  /** Empty where there is none; it is sent to the hub alone. */
  readonly token: () => string
  readonly http: HubHttp
}

/** As guarded requests have it: redirects are followed, and no key goes to another host. */
export interface HubHttp {
  get(url: URL, request: HubRequest): Promise<HubAnswer>
}

export interface HubRequest {
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBytes?: number
  waiting?(said: string): void
}

export interface HubAnswer {
  readonly status: number
  header(name: string): string | undefined
  readonly body: AsyncIterable<Uint8Array>
  bytes(): Promise<Uint8Array>
  drop(): void
}

export interface HubFile {
  /** Within the model. */
  readonly path: string
  readonly size: number
  /** Of its bytes; `undefined` for small files, which the hub knows by git's name for them. */
  readonly sha256: string | undefined
  readonly blob: string | undefined
}

export interface HubModel {
  readonly name: string
  /** Its files are those of this commit, whatever is changed meanwhile. */
  readonly commit: string
  readonly files: readonly HubFile[]
}
