import type { Operation } from '../../../engine/operation.ts'
import { appendScratchpad } from './append-scratchpad.ts'
import { chopScratchpad } from './chop-scratchpad.ts'
import { createScratchpad } from './create-scratchpad.ts'
import { createWorkflow } from './create-workflow.ts'
import { deleteScratchpad } from './delete-scratchpad.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { diffScratchpad } from './diff-scratchpad.ts'
import { extractWorkflowInfo } from './extract-workflow-info.ts'
import { getLatestActiveWorkflow } from './get-latest-active-workflow.ts'
import { getScratchpad } from './get-scratchpad.ts'
import { getScratchpadOutline } from './get-scratchpad-outline.ts'
import { getWorkflow } from './get-workflow.ts'
import { listScratchpads } from './list-scratchpads.ts'
import { listWorkflows } from './list-workflows.ts'
import { moveScratchpad } from './move-scratchpad.ts'
import { moveWorkflow } from './move-workflow.ts'
import { renameScratchpad } from './rename-scratchpad.ts'
import { renameWorkflow } from './rename-workflow.ts'
import { scratchpadHistory } from './scratchpad-history.ts'
import { searchScratchpadContent } from './search-scratchpad-content.ts'
import { searchScratchpads } from './search-scratchpads.ts'
import { searchWorkflows } from './search-workflows.ts'
import { tailScratchpad } from './tail-scratchpad.ts'
import { undoScratchpad } from './undo-scratchpad.ts'
import { updateScratchpad } from './update-scratchpad.ts'
import { updateWorkflowStatus } from './update-workflow-status.ts'

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
]
