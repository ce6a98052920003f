import type { Connector } from './framework/connector.ts'
import { confluence, dataCenter } from './confluence/confluence.ts'
import { feishu, lark } from './feishu/feishu.ts'
import { gitlab } from './gitlab/gitlab.ts'
import { github } from './github/github.ts'
import { notion } from './notion/notion.ts'
import { yuque } from './yuque/yuque.ts'

/** The first that recognises an address has it. */
export const connectors: readonly Connector[] = [github, gitlab, notion, yuque, feishu, lark, confluence, dataCenter]
