import type { Cost } from '../../speed/command.ts'

/** A program that indexes a repository and answers agents about it over MCP. */
export interface Peer {
  readonly name: string
  /** Everything that it stores for the tree lies here. */
  readonly storage: string
  /** Takes in the tree for the first time. */
  cold(): Promise<Spent>
  /** Brings it up to date. */
  again(): Promise<Spent>
  /** From a changed file to an answer that holds the word: what it took, or nothing when it was not found. */
  find(word: string): Promise<Spent | undefined>
  /** Files that are in the index. */
  files(): Promise<number>
  serve(): Promise<Server>
}

export type Spent = Omit<Cost, 'output'>

export interface Server {
  /** Number of results, at most ten. */
  search(query: string): Promise<number>
  /** Brings the tree up to date. */
  update(): Promise<void>
  /** The text that an agent reads. */
  pack(query: string): Promise<string>
  usage(): Usage
  close(): Promise<void>
}

/** Usage of one process since it started. */
export interface Usage {
  readonly cpuSeconds: number
  readonly peakBytes: number
}

export const together = (parts: readonly Spent[]): Spent => ({
  seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
  cpuSeconds: parts.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  peakBytes: Math.max(...parts.map(({ peakBytes }) => peakBytes)),
})
