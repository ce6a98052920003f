import type { Catalogue } from '../say.ts'

export const chats: Catalogue = {
  '"{0}" is not a day.': '“{0}”不是日期。',
  'Write it as 2026-11-20, or as today, yesterday, 今天, 昨天 or 7d.':
    '请写成 2026-11-20，或 today、yesterday、今天、昨天、7d。',
  '"{0}" is not a cursor for these conversations.': '“{0}”不是这些对话的游标。',
  'Pass the cursor from the previous answer with the same arguments, or leave it out to start again.':
    '请用相同参数传入上一次回答中的游标，或去掉它从头开始。',
  '"{0}" is no file name.': '“{0}”不是文件名。',
  'Give the path of a file, the end of it, or its name: src/index.ts.':
    '请给出文件的路径、路径的末尾部分或文件名：src/index.ts。',
  '{0}: it is left out.': '{0}：已略过。',
  '{0}, {1} times: they are left out.': '{0}，{1} 处：已略过。',
  'Nothing needs to be done: the rest was read.': '无需处理：其余内容已读取。',
  '{0}; the others were read.': '{0*}；其余行已读取。',
  '{0} is not a JSON object': '{0*} 不是 JSON 对象',
  '{0} lines are not JSON objects, first {1}': '{0} 行不是 JSON 对象，首个为{1*}',
  'line {0}{1}': '第 {0} 行{1*}',
  'Check {0} of {1}, or ignore it: only its contents are missing.': '请检查 {1} 的{0*}，或忽略：只缺少这些内容。',
  'of part {0}': '（第 {0} 部分）',
  'Pass the cursor from the previous answer with the same chatIds, or leave it out to start again.':
    '请用相同的 chatIds 传入上一次回答中的游标，或去掉它从头开始。',
  '"{0}" is a prefix of {1} conversation ids.': '“{0}”是 {1} 个对话 id 的前缀。',
  'Give more of the id: {0}.': '请给出更长的 id：{0}。',
  'No conversation has the id {0}.{1}{2}': '没有 id 为 {0} 的对话。{1*}{2*}',
  'A prefix of an id needs {0} characters.': 'id 的前缀至少需要 {0} 个字符。',
  'Did you mean {0}?': '是不是 {0}？',
  'Find its id with search_conversations; search_conversations with intent_query "recent" lists the newest.':
    '用 search_conversations 查找 id；search_conversations with intent_query "recent" 可列出最新的对话。',
  'until is a day before since.': 'until 比 since 早。',
  'Give the earlier day as since.': '请把较早的日期作为 since。',
  '{0} is one message; this tool deletes whole conversations.': '{0} 是一条消息；该工具删除整个对话。',
  'To delete the conversation, leave out "#" and what follows it. To forget one message: "wuku forget <citation>".':
    '要删除对话，请去掉 "#" 及其后的内容。要遗忘一条消息："wuku forget <citation>"。',
  'No conversation was given.': '没有给出对话。',
  'Give chatId or chatIds; search_conversations finds the ids.':
    '请给出 chatId 或 chatIds；search_conversations 可查找 id。',
  'No prefix of an id was given.': '没有给出 id 的前缀。',
  'Give chatIdPrefix, messageIdPrefix, or both.': '请给出 chatIdPrefix、messageIdPrefix 或两者。',
  'This conversation has no branch "{0}".': '该对话没有分支“{0}”。',
  'Use "{0}", or an id from `branches` of the answer.': '请使用“{0}”，或回答中 `branches` 里的 id。',
  'None of its first lines is complete JSON: it was partly written, or is damaged.':
    '开头各行都不是完整的 JSON：文件没有写完，或已损坏。',
  'intent_query is empty.': 'intent_query 为空。',
  'Say what the conversation was about, or give "*" to list the newest.':
    '请说明对话的内容，或给出 "*" 列出最新的对话。',
  'There are no conversations here yet.': '这里还没有对话。',
  'Index the conversations of agents on this machine: "wuku add --agent all"; or an export: "wuku add <file>".':
    '索引本机智能体的对话："wuku add --agent all"；或导出文件："wuku add <file>"。',
  'time_window ends before it starts.': 'time_window 的结束早于开始。',
  'Give {start, end} in milliseconds since 1970 with start first, or "7d", "30d", "60d", "90d" or "all".':
    '请给出 {start, end}（1970 年以来的毫秒数，start 在前），或 "7d"、"30d"、"60d"、"90d"、"all"。',
  '"{0}" is not a cursor of a timeline.': '“{0}”不是时间线的游标。',
  'Pass the cursor from the previous answer with the same arguments, or leave it out to begin with the newest day.':
    '请用相同参数传入上一次回答中的游标，或去掉它从最近一天开始。',
}
