export interface SegmentCache {
  readonly size: number
}

export const createSegmentCache = (): SegmentCache => ({ size: 0 })
