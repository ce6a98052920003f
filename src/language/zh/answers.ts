/** Notes below the hits of a search. */
export const answers = {
  'Nothing contains "{0}"; searched for "{1}" instead.': '没有内容含有“{0}”；已改为搜索“{1}”。',
  'The phrase after + occurs nowhere; without the + its words are searched too.':
    '+ 之后的短语没有出现；去掉 + 也会搜索其中的词。',
  'No word of the query occurs anywhere; these are the nearest in meaning.':
    '查询中的词都没有出现；以下是意思最接近的内容。',
  'The query contains no word.': '查询中没有词。',
  'Only the {0} best passages with its words were checked for the phrase: add a rarer word to find more.':
    '只在含有这些词的前 {0} 个段落中核对了短语：加一个更少见的词可以找到更多。',
  'One of these': '其中一条',
  'Each of {0} of these': '其中 {0} 条',
  '{0} changed since it was indexed: run "wuku index" to update it.': '{0*}在索引之后有改动：运行 "wuku index" 更新。',
  '{0} is {1}: run "wuku index" to remove it.': '{0*}{1*}：运行 "wuku index" 移除。',
  'no longer on disk': '已不在磁盘上',
  'The folder of some of these is missing; they are shown as indexed.':
    '其中一些的文件夹已不存在；显示的是索引时的内容。',
  '{0}: searched as words, because it looks like an option.': '{0}：看起来像命令行选项，按词搜索。',
  '{0}: not excluded, because nothing else was found.': '{0}：没有排除，因为找不到其他内容。',
  '{0} occurs nowhere; these contain its words.': '{0} 没有出现；以下内容含有其中的词。',
  'Only one passage contains {0}; others contain words of the query. +"…" makes it required.':
    '只有一个段落含有 {0}；其余的含有查询中的词。+"…" 表示必须出现。',
  'Only {0} contain {1}; others contain words of the query. +"…" makes it required.':
    '只有 {0} 个段落含有 {1}；其余的含有查询中的词。+"…" 表示必须出现。',
  'Treated as a question about your own past: conversations, pads and notes{0} first.':
    '按询问您过去的事处理：对话、草稿板和笔记{0*}在前。',
  'Treated as a prompt to go on{0}: newest first. Words in quotes are searched.':
    '按“继续”处理{0*}：最新的在前。加引号的词会被搜索。',
  'with "{0}"': '，话题为“{0}”',
} as const
