import type { Workflow } from '../../../ports/pads.ts'
import { maskSecrets } from '../../../text/secrets.ts'
import { capped } from '../control.ts'
import { brief } from '../present.ts'
import { answerWorkflow, type WorkflowAnswer } from '../shapes.ts'

/** A workflow as one result among many. It was not asked for by its id: secrets stay where they are. */
export function presentFound(workflow: Workflow): WorkflowAnswer {
  const { name, description, scope } = workflow
  return {
    ...answerWorkflow(workflow),
    name: brief(maskSecrets(name).text, MOST_CHARS),
    description: description && capped(maskSecrets(description).text, MOST_CHARS),
    project_scope: scope && brief(scope, MOST_CHARS),
  }
}

/** What to say when `presentFound` left something out. */
export function sayCut(workflows: readonly Workflow[]): readonly string[] {
  const isCut = workflows.some(({ name, description, scope }) =>
    [name, description, scope].some((text) => (text?.length ?? 0) > MOST_CHARS),
  )
  return isCut
    ? [`Names, descriptions and scopes are cut to ${MOST_CHARS} characters; "get-workflow" shows them whole.`]
    : []
}

const MOST_CHARS = 300
