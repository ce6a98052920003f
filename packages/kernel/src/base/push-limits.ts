/** Limits of one source at a server. */
export interface PushLimits {
  readonly files: number
  readonly bytes: number
}

export const pushLimits: PushLimits = { files: 200_000, bytes: 1024 * 1024 * 1024 }

/** Items of one page, and pieces of one request: each is one JSON body within `server.bodyBytes`. */
export const maxPerPage = { items: 2_000, pieces: 8_000 }
