import type { Operation } from '../base/operation.ts'
import { add } from './add.ts'
import { context } from './context-operation.ts'
import { embed } from './embed.ts'
import { evaluate } from './evaluate.ts'
import { forget } from './forget.ts'
import { growth } from '../documents/growth.ts'
import { indexSources } from './index-sources.ts'
import { listFiles } from '../documents/list-files.ts'
import { listAudit } from './list-audit.ts'
import { listFolders } from './list-folders.ts'
import { planSource } from './plan-source.ts'
import { move } from './move.ts'
import { open } from './open-operation.ts'
import { project } from './project-operation.ts'
import { recall } from './recall/recall.ts'
import { render } from './render.ts'
import { remove } from './remove.ts'
import { share } from './share.ts'
import { sources } from './list-sources.ts'
import { start } from './start.ts'
import { searchEngine } from '../installation/search-engine.ts'
import { storeTotals } from './store-totals.ts'

/** Operations of every storehouse: four tools for agents, and the commands by which people fill the house. */
export const engineOperations: readonly Operation[] = [
  start,
  recall,
  open,
  sources,
  add,
  indexSources,
  embed,
  move,
  remove,
  share,
  forget,
  context,
  project,
  evaluate,
  storeTotals,
  searchEngine,
  listAudit,
  listFiles,
  growth,
  listFolders,
  planSource,
  render,
]
