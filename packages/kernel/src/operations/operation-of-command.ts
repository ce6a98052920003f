import type { Operation } from '../base/operation.ts'

/** Operations of every storehouse that are commands, by the command: a start waits for the one that it runs. */
const byCommand: Readonly<Record<string, () => Promise<Operation>>> = {
  start: async () => (await import('./start.ts')).start,
  recall: async () => (await import('./recall/recall.ts')).recall,
  open: async () => (await import('./open-operation.ts')).open,
  sources: async () => (await import('./list-sources.ts')).sources,
  add: async () => (await import('./add.ts')).add,
  index: async () => (await import('./index-sources.ts')).indexSources,
  embed: async () => (await import('./embed.ts')).embed,
  move: async () => (await import('./move.ts')).move,
  remove: async () => (await import('./remove.ts')).remove,
  share: async () => (await import('./share.ts')).share,
  forget: async () => (await import('./forget.ts')).forget,
  context: async () => (await import('./context-operation.ts')).context,
  project: async () => (await import('./project-operation.ts')).project,
  eval: async () => (await import('./evaluate.ts')).evaluate,
}

export const operationOfCommand = async (command: string): Promise<Operation | undefined> =>
  Object.hasOwn(byCommand, command) ? byCommand[command]?.() : undefined
