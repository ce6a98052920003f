import type { ChatFormat } from '../conversation.ts'
import { geminiCli } from './gemini-cli/index.ts'
import { codex } from './codex/index.ts'
import { claudeCode } from './claude-code/index.ts'
import { aider } from './aider.ts'
import { chatgpt, claudeAi } from './exports.ts'
import { chatwise } from './chatwise.ts'
import { cursor } from './cursor/index.ts'
import { opencode } from './opencode/index.ts'

/** In the order in which they are asked whether a piece is theirs: the surest first. */
export const chatFormats: readonly ChatFormat[] = [
  chatwise,
  opencode,
  cursor,
  claudeCode,
  codex,
  geminiCli,
  aider,
  claudeAi,
  chatgpt,
]
