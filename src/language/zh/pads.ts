import type { Catalogue } from '../say.ts'

export const pads: Catalogue = {
  'Exchange the two.': '请交换两者。',
  'Give {0}: {1}. "get-scratchpad-outline" lists the headings.':
    '请给出 {0}：{1}。"get-scratchpad-outline" 可列出标题。',
  'Use lines up to {0}, start_line {1} to add at the end, or "append-scratchpad".':
    '请使用不超过 {0} 的行号，用 start_line {1} 添加到末尾，或使用 "append-scratchpad"。',
  '{0}. Nothing was changed.': '{0*}。没有改动任何内容。',
  'No line outside code fences contains the section marker "{0}". Nothing was changed. {1}':
    '代码块之外没有任何行包含标记“{0}”。没有改动任何内容。{1*}',
  'It has no headings.': '它没有标题。',
  'Its headings are:{0}{1}': '它的标题：{0}{1*}',
  'Give one of its headings as section_marker, list them with "get-scratchpad-outline", or append with "append-scratchpad".':
    '请用其中一个标题作为 section_marker，用 "get-scratchpad-outline" 列出标题，或用 "append-scratchpad" 追加。',
  'There is nothing to append: content is empty or blank. Nothing was changed.':
    '没有可追加的内容：content 为空或只有空白。没有改动任何内容。',
  'Give the text of the block as content. To empty a scratchpad use "update-scratchpad" with mode "replace".':
    '请用 content 给出文本。要清空草稿板，请用 "update-scratchpad"，mode 为 "replace"。',
  'Neither scratchpad nor workflow found with ID: {0}': '没有 ID 为 {0} 的草稿板或工作流',
  'Find scratchpads with "list-scratchpads" or "search-workflows".':
    '用 "list-scratchpads" 或 "search-workflows" 查找草稿板。',
  'No scratchpads found in workflow {0}. Create a scratchpad first.': '工作流 {0} 中没有草稿板。请先创建草稿板。',
  'Create one with "create-scratchpad" and workflow_id "{0}".': '用 "create-scratchpad" 创建，workflow_id 为 "{0}"。',
  'Multiple scratchpads found in workflow {0}. Please specify the scratchpad ID:{1}{2}':
    '工作流 {0} 中有多个草稿板。请指定草稿板 ID：{1}{2*}',
  '- and {0} more': '- 以及另外 {0} 个',
  'Call again with one of these ids, or find the right one with "list-scratchpads".':
    '请用其中一个 id 重新调用，或用 "list-scratchpads" 查找。',
  'Neither name nor description was given. Nothing was changed.': '没有给出 name 或 description。没有改动任何内容。',
  'Give name, description or both.': '请给出 name、description 或两者。',
  'Workflow "{0}" is active and holds {1} scratchpads ({2} bytes). Nothing was deleted.':
    '工作流“{0}”处于活动状态，有 {1} 个草稿板（{2} 字节）。没有删除任何内容。',
  'Close it with "update-workflow-status" (workflow_id "{0}", is_active false), or repeat the call with force true: it cannot be undone.':
    '请用 "update-workflow-status" 关闭它（workflow_id "{0}"，is_active false），或以 force true 重新调用：不可撤销。',
  'Exactly one of since_version and since must be given.': 'since_version 和 since 必须给出且只给出一个。',
  'Give since_version (the version that you last saw), or since (an ISO time, or "2h").':
    '请给出 since_version（上次看到的版本），或 since（ISO 时间，或 "2h"）。',
  'Asking {0}': '正在询问 {0}',
  'The workflow holds no scratchpads: {0}': '该工作流没有草稿板：{0}',
  'Add one with "create-scratchpad" first.': '请先用 "create-scratchpad" 添加。',
  'Exchange the two, or leave end out to read to the end.': '请交换两者，或去掉 end 以读到末尾。',
  'Give an existing line, or use line_range.': '请给出存在的行，或使用 line_range。',
  'There is nothing left to undo in scratchpad {0}: it is as it was created.':
    '草稿板 {0} 没有可撤销的内容：它就是创建时的样子。',
  '"scratchpad-history" lists its versions; "undo-scratchpad" with to_version restores any of them.':
    '"scratchpad-history" 可列出其版本；"undo-scratchpad" 加 to_version 可恢复任意版本。',
  'Scratchpad {0} is at version {1} already. Nothing was changed.': '草稿板 {0} 已是版本 {1}。没有改动任何内容。',
  '"scratchpad-history" lists the versions before it.': '"scratchpad-history" 可列出之前的版本。',
  'Cannot specify both query and queryRegex.': 'query 与 queryRegex 不能同时使用。',
  'Choose one: {0}': '请选择其一：{0*}',
  'query is exact text, queryRegex a regular expression.': 'query 是确切文本，queryRegex 是正则表达式。',
  'Either query or queryRegex must be provided, and not empty.': '必须给出 query 或 queryRegex，且不能为空。',
  'Exactly one of lines, chars, or blocks must be specified in tail_size.':
    'tail_size 中必须给出 lines、chars、blocks 之一，且只给出一个。',
  'Give one, such as {"lines": 50}, or leave tail_size out for the last 50 lines.':
    '请给出其中之一，例如 {"lines": 50}；去掉 tail_size 则取最后 50 行。',
  'Taking over {0}': '正在接收 {0}',
  '{0} of its {1} scratchpads were not imported: no readable workflow has their workflow id.':
    '其 {1} 个草稿板中有 {0} 个没有导入：没有可读的工作流与其 id 对应。',
  'Check them in the old program, and copy what you need.': '请在原程序中检查，并复制所需内容。',
  'Its workflow was deleted here meanwhile.': '其工作流其间已在这里删除。',
  'Add the database again.': '请重新添加该数据库。',
  'Its workflow has more than {0} scratchpads, the limit; it is not imported.':
    '其工作流的草稿板超过上限 {0} 个；没有导入。',
  'Move some of them to another workflow here, and add the database again.':
    '请在这里把其中一些移到另一个工作流，再重新添加该数据库。',
  'Scratchpad {0} has no {1}; versions {2} to {3} are kept.': '草稿板 {0} 没有 {1}；保留的是版本 {2} 到 {3}。',
  'See them with "scratchpad-history". The setting "pads.versions" says how many are kept.':
    '用 "scratchpad-history" 查看。保留多少版本由设置 "pads.versions" 决定。',
  '"{0}" is not a time.': '“{0}”不是时间。',
  'Write an ISO time such as "2026-03-01T09:30:00Z", or an age: "45m", "2h", "3d", "1w".':
    '请写 ISO 时间，例如 "2026-03-01T09:30:00Z"；或时长："45m"、"2h"、"3d"、"1w"。',
  'Cannot {0}: workflow is not active: {1}': '不能执行 {0}：工作流未处于活动状态：{1}',
  'Open it again: "update-workflow-status" with workflow_id "{0}" and is_active true.':
    '重新打开它："update-workflow-status"，workflow_id 为 "{0}"，is_active 为 true。',
  'It is at version {0}, not {1}: {2}. Nothing was changed.': '它的版本是 {0}，不是 {1}：{2*}。没有改动任何内容。',
  'somebody wrote to it since': '其间有人写入过',
  'there is no such version yet': '还没有这个版本',
  'Look at it again with "{0}"{1}, and repeat the call with expected_version {2}.':
    '请用 "{0}"{1*}重新查看，再以 expected_version {2} 重新调用。',
  'or "diff-scratchpad" (since_version {0})': '或 "diff-scratchpad"（since_version {0}）',
  'Workflow not found: {0}': '找不到工作流：{0}',
  'Find it with "list-workflows" or "search-workflows".': '用 "list-workflows" 或 "search-workflows" 查找。',
  'Scratchpad not found: {0}': '找不到草稿板：{0}',
  'Find it with "list-scratchpads" of its workflow, or with "search-workflows".':
    '用其工作流的 "list-scratchpads" 或 "search-workflows" 查找。',
}
