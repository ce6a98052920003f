/** What a person typed, out of what Cursor sends with it. */
export interface Typed {
  /** `undefined`: nothing but what Cursor added. */
  readonly text?: string
  /** The folder that was open, where Cursor told the model. */
  readonly project?: string
}

const QUERY = /<user_query>([^]*?)(?:<\/user_query>|$)/g
/** Blocks that a person does not write. */
const ADDED =
  /^\s*<(user_info|project_layout|git_status|rules|always_applied_workspace_rules|agent_skills|open_and_recently_viewed_files|system_reminder|additional_data|attached_files|environment_details|timestamp)\b/
const FOLDER = /^[ \t]*Workspace Path: *(\S.*)$/m

export function typedIn(text: string): Typed {
  const folder = text.includes('<user_info>') ? FOLDER.exec(text)?.[1]?.trimEnd() : undefined
  const project = folder === undefined ? {} : { project: folder }
  const queries = [...text.matchAll(QUERY)].map((found) => (found[1] ?? '').trim()).filter((query) => query !== '')
  if (queries.length > 0) return { text: queries.join('\n\n'), ...project }
  return ADDED.test(text) || text.trim() === '' ? project : { text, ...project }
}
