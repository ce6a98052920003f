import type { Ownership, SourceId } from '../core-types.ts'
import type { RawItem } from './feed.ts'

/**
 * Workflows and their scratchpads. Other storehouses mirror what lies elsewhere; these texts are kept here and nowhere
 * else, so nothing but their owner's word takes a letter of them away. Newest first means: by `updatedAt`, and of two that
 * were written in the same millisecond the one that was written later.
 */
export interface PadView {
  workflow(id: string): Promise<Workflow | undefined>
  /** Newest first. */
  workflows(request: WorkflowsRequest): Promise<Page<Workflow>>
  /** Workflows with these numbers, newest first. */
  workflowsNumbered(numbers: readonly number[]): Promise<readonly Workflow[]>
  /** Newest first. */
  pads(workflow: string): Promise<readonly PadFacts[]>
  /** Every one, in no order. */
  everyPad(): Promise<readonly PadFacts[]>
  padFacts(id: string): Promise<PadFacts | undefined>
  pad(id: string): Promise<Pad | undefined>
  /** In the order asked, each with its workflow; ids that no pad has are left out. */
  placed(ids: readonly string[]): Promise<readonly PlacedPad[]>
  /** Ids of workflows and pads that begin with `prefix`, at most `limit`, in order. */
  idsFrom(prefix: string, limit: number): Promise<readonly string[]>
  /** Latest version first. */
  history(pad: string, request: { readonly limit: number; readonly offset: number }): Promise<Page<PadVersion>>
  /** State of the pad at a version; `undefined` if there was no such version or it is no longer kept. */
  stateAt(pad: string, version: number): Promise<PadState | undefined>
  /** Texts that hold keywords, in every workflow, without a limit. */
  hits(probe: HitProbe): Promise<readonly HitPlace[]>
}

export interface PadWrites {
  /** The id must be free. */
  addWorkflow(draft: WorkflowDraft): Promise<Workflow>
  /** Only what is named changes; the version grows by one. */
  changeWorkflow(id: string, change: WorkflowChange): Promise<Workflow>
  /** With all its pads and their history. */
  removeWorkflow(id: string): Promise<void>
  /** Version 1. Its workflow counts as written to at `updatedAt`, unless it was later. */
  addPad(draft: PadDraft): Promise<Pad>
  /** The next version, also when nothing differs. Its workflow counts as written to at `at`, the one it leaves too. */
  changePad(id: string, change: PadChange): Promise<Pad>
  removePad(id: string): Promise<void>
  /** Forgets all but the newest `retainedCount` versions of a pad. */
  pruneHistory(pad: string, retainedCount: number): Promise<void>
}

/** Within `Store.write`: reads show what was written before in it; others see it when the write is done. */
export type PadTransaction = PadView & PadWrites

export interface Workflow {
  readonly id: string
  /** From 1; unique to this store, and never reused. */
  readonly number: number
  /**
   * Source of the index with its pads as documents: access to it is access to the workflow. Absent: the one that
   * workflows of the owner of the data folder share. A user of a server has one for each workflow, so that each can be
   * shared by itself.
   */
  readonly source?: SourceId
  /** Ownership of that source; absent: that of what was added before there were accounts (`localOwnership`). */
  readonly ownership?: Ownership
  readonly name: string
  readonly description: string | null
  /** Exactly as given; `null` is none. */
  readonly scope: string | null
  readonly isActive: boolean
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly pads: number
  /** Version of the workflow itself: its name, description, scope and state. */
  readonly version: number
}

/** A pad without its text. */
export interface PadFacts {
  readonly id: string
  readonly workflow: string
  /** From 1 to `maxSlots`; unique within its workflow. */
  readonly slot: number
  readonly title: string
  /** UTF-8 bytes of the text. */
  readonly bytes: number
  readonly createdAt: number
  readonly updatedAt: number
  /** From 1; grows with every change of text, title or workflow. */
  readonly version: number
}

export interface Pad extends PadFacts {
  readonly content: string
}

export interface PlacedPad {
  readonly pad: Pad
  readonly workflow: Workflow
}

export type PadState = Pick<Pad, 'content' | 'title' | 'workflow'>

export interface PadVersion {
  readonly version: number
  readonly at: number
  /** Name of the client program. */
  readonly by: string
  readonly how: string
  /** UTF-8 bytes of the text after it. */
  readonly bytes: number
  readonly title: string
  /** The version whose state this one brought back; `null` when it was no undoing. */
  readonly restores: number | null
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Number of entries on all pages. */
  readonly total: number
}

export interface WorkflowsRequest {
  /** Exactly this one, letter for letter; all when absent. */
  readonly scope?: string
  /** Only open ones, or only closed ones. */
  readonly isActive?: boolean | undefined
  readonly limit: number
  readonly offset: number
}

export type WorkflowDraft = Omit<Workflow, 'number' | 'ownership' | 'pads' | 'version'>

export interface WorkflowChange {
  readonly name?: string
  readonly description?: string | null
  readonly scope?: string | null
  readonly isActive?: boolean
  readonly at: number
}

export interface PadDraft extends PadState {
  readonly id: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly by: string
  readonly how: string
}

export interface PadChange extends Partial<PadState> {
  readonly at: number
  readonly by: string
  readonly how: string
  readonly restores?: number
}

/** Pads that a workflow has room for, whatever the settings say. */
export const maxSlots = 1_023

/** Keywords are folded, all different, and each is one word or one CJK run of a folded text, or a part of one. */
export interface HitProbe {
  readonly keywords: readonly HitKeyword[]
  /** Exactly this scope; all when absent. */
  readonly scope?: string
}

export interface HitKeyword {
  readonly text: string
  /** `whole`: only where it is the whole word. CJK has no whole words: it is always sought `within`. */
  readonly where: 'whole' | 'within'
}

export const hitFields = ['name', 'description', 'title', 'content'] as const
export type HitField = (typeof hitFields)[number]

/** A text that holds at least one keyword. */
export interface HitPlace {
  readonly workflow: number
  /** 0: the workflow itself. */
  readonly slot: number
  readonly field: HitField
  /** Number of times that the text contains each keyword, letter for letter. Overlapping keywords: the longest is counted. */
  readonly counts: readonly number[]
}

/** The source of workflows that have none of their own. */
export const sharedPads = { kind: 'pads', name: 'workflows' } as const

/** A pad as a feed hands it out: what its reader makes documents of. A renamed workflow makes all its pads another item. */
export function itemOfPad(pad: Pad, workflow: string): RawItem {
  const { content, title } = pad
  return {
    path: pad.id,
    stamp: stampOfPad(pad, workflow),
    modifiedAt: pad.updatedAt,
    bytes: Buffer.from(JSON.stringify({ title, workflow, content } satisfies PadItem)),
  }
}

export const stampOfPad = (pad: PadFacts, workflow: string): string => `${pad.version}:${workflow}`

/** Content of a pad's item, stored as JSON. `workflow` is its name. */
export interface PadItem {
  readonly title: string
  readonly workflow: string
  readonly content: string
}
