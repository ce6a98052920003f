import type { Kind } from '../../core/words.ts'
import type { Projects } from '../annotations.ts'
import type { Belonging } from '../project/project.ts'

/** Where the user works, and what belongs to it. */
export interface EngineWorkspace {
  readonly projects: Projects
  /** What belongs to the project that somebody means by `.`, a folder or a name. */
  belonging(project: string): Promise<Belonging>
  /** Text of a file that the user named, such as another program's settings. */
  readUserFile(path: string): Promise<string>
  /** The folder that the program was started for: what a call means that names no folder. It counts as registered. */
  folder(): Promise<string | undefined>
  /** Absolute real path of a folder or file that the user named, for a storehouse where one was named, or a remedy. */
  resolveRoot(path: string, kind?: Kind): Promise<string>
  /** Texts of those files of a folder that say what a project uses, by path; the folder must count as registered. */
  readProject(root: string, isWanted: (path: string) => boolean): Promise<ReadonlyMap<string, string>>
  /** Callers work in folders of their own: a call that names no repository means none, unless `folder` says which. */
  readonly isShared?: boolean | undefined
  /** Id of the conversation that this program was started in, where somebody said so. */
  readonly chat?: string
}
