import type { Operation } from '@wuku/kernel/base/operation'
import { appendScratchpad } from './append-scratchpad.ts'
import { chopScratchpad } from './chop-scratchpad.ts'
import { createWorkflow, createScratchpad } from './create-workflow-or-pad.ts'
import { renameScratchpad, moveScratchpad, deleteScratchpad } from './change-scratchpad.ts'
import { renameWorkflow, moveWorkflow, updateWorkflowStatus, deleteWorkflow } from './change-workflow.ts'
import { diffScratchpad } from './diff-scratchpad.ts'
import { extractWorkflowInfo } from './extract-workflow-info.ts'
import { followScratchpad } from './follow-scratchpad.ts'
import { getWorkflow, getLatestActiveWorkflow, listWorkflows } from './read-workflows.ts'
import { getScratchpad } from './get-scratchpad.ts'
import { getScratchpadOutline } from './get-scratchpad-outline.ts'
import { listScratchpads } from './list-scratchpads.ts'
import { resolvePadId } from './resolve-pad-id.ts'
import { scratchpadHistory, undoScratchpad } from './scratchpad-history.ts'
import { searchScratchpadContent } from './search-scratchpad-content.ts'
import { searchScratchpads } from './search-scratchpads.ts'
import { searchWorkflows } from './search-workflows.ts'
import { tailScratchpad } from './tail-scratchpad.ts'
import { updateScratchpad } from './update-scratchpad.ts'

/** Workflows first, then one pad, then what it was before: the order in which a task needs them. */
export const padOperations: readonly Operation[] = [
  createWorkflow,
  listWorkflows,
  getLatestActiveWorkflow,
  getWorkflow,
  searchWorkflows,
  updateWorkflowStatus,
  renameWorkflow,
  moveWorkflow,
  deleteWorkflow,
  createScratchpad,
  getScratchpad,
  getScratchpadOutline,
  appendScratchpad,
  tailScratchpad,
  chopScratchpad,
  updateScratchpad,
  listScratchpads,
  searchScratchpads,
  searchScratchpadContent,
  renameScratchpad,
  moveScratchpad,
  deleteScratchpad,
  scratchpadHistory,
  diffScratchpad,
  undoScratchpad,
  extractWorkflowInfo,
  resolvePadId,
  followScratchpad,
]
