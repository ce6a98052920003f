/**
 * Patterns for `oneOf`: of commands, of their output, and of the user's sentences. Those of sentences know lower case, simplified
 * Chinese and straight apostrophes; those of documents every case.
 */
export const commands = {
  runsScript: [
    String.raw`^(?:node|python[\d.]*|py|bash|sh|zsh|ruby|perl|php|deno|bun|tsx|ts-node|java|rscript|uv|poetry|pdm)$`,
  ],
  leadsOn: ['^(?:run|run-script|exec|compose|pip|tool|x|dlx|workspace|remote|stash|-m)$'],
  noise: ['^(?:-m|-q|-s|-v|-vv|--quiet|--silent|--verbose|--colou?r|--no-colou?r|--)$'],
  hasValue: ['^(?:-C|-F|-w|-f|-p|-n|--prefix|--filter|--workspace|--cwd|--dir|--project|--file|--manifest-path)$'],
  beside: ['^(?:clean|help|version|list|ls|init|config|why|doctor|info|log|status)$'],
  tasks: ['^(?:tests?|build|lint|check|typecheck|format|fmt|start|dev|install|compile|docs|bench|e2e)$'],
  families: [
    '^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|node|deno|tsx|ts-node|corepack)$',
    String.raw`^(?:python[\d.]*|py|pip[\d.]*|uv|uvx|poetry|pipenv|pdm|hatch|tox|nox|pytest|conda)$`,
    '^(?:make|gmake|just|task|ninja|cmake)$',
    '^(?:mvnw?|gradlew?|sbt)$',
    '^(?:docker|docker-compose|podman|podman-compose)$',
  ],
}

export const runs = {
  changes: [
    String.raw`\b(?:sed -i|apply_patch|tee)\b`,
    String.raw`\b(?:npm|pnpm|yarn|bun|pip3?|brew|apt(?:-get)?|cargo|gem|poetry|uv) (?:i|ci|add|install|sync)\b`,
    String.raw`\bgit (?:checkout|restore|apply|stash|reset|merge|rebase|pull)\b`,
  ],
  bypasses: [String.raw`--no-verify|--force|--skip|skipTests|--no-check|\bsudo\b|\|\||;\s*(?:true|:)|HUSKY=0`],
  missing: [
    String.raw`command not found|is not recognized as (?:an internal|the name)|: not found\s*(?:$|\n)|找不到命令|未找到命令`,
  ],
  red: [
    String.raw`\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?)\b|AssertionError|\berror TS\d+|--- FAIL:|✗`,
    String.raw`\berror\[E\d+\]|[1-9]\d* problems? \(`,
  ],
  transient: [
    String.raw`timed? ?out|\b(?:ETIMEDOUT|ECONN\w+|EAI_AGAIN|ENOTFOUND|ENETUNREACH)\b|could not resolve|network|socket hang up`,
    'connection (?:refused|reset|closed)|(?:could not|unable to|failed to) connect|rate.?limit|too many requests',
    String.raw`\b(?:status|http|error|code):? ?(?:401|403|408|429|50[0234])\b|unauthori[sz]ed|forbidden|authenticat`,
    '(?:api|access|secret).?(?:key|token)|credential|permission denied|EACCES|not logged in|EBUSY|EADDRINUSE',
    String.raw`index\.lock|\.lock.?: file exists|\blocked\b|another (?:git |process|instance)|could not (?:get|acquire)|in use`,
    String.raw`ENOSPC|no space left|out of memory|ENOMEM|\bkilled\b|sigkill|sigterm|cannot allocate|temporar|try again|unavailable`,
    '超时|网络|连接|鎖|锁|密钥|凭证|权限|未登录|内存不足|空间不足|稍后|網路|連線|逾時|權限|金鑰',
  ],
}

export const orders = {
  // A quick look at whole messages, in every script: all that `lasting` and `plain` ask for.
  mayOrder: [
    String.raw`\b(?:always|never|not ever|from (?:now|here|today|this)|going forward|future|rule|order|instruction|every|each|whenever|all|any)\b|\bdo(?:n['’]t| not)\b`,
    '以[后後]|[今往]后|[今往]後|[从從](?:现在|現在|今)|凡是|永[远遠]|一律|始[终終]|任何|禁止|不得|不[许許准]|勿|切勿|[总總]是|每次|[记記][住得]|[统統]一|[务務]必|一定要|不要|[别別]|不能再|不可以|必[须須]',
  ],
  clause: String.raw`(?:^|[,;:(–—]\s*|\b(?:please|you|we|should|must|and|but|so|then|also|ok|yes|no|remember)[,:]?\s+(?:to )?)`,
  lasting: [
    String.raw`{clause}(?:always|never)\s+\w`,
    String.raw`{clause}do(?:n't| not) ever\b`,
    String.raw`\bnot ever\b`,
    String.raw`\b(?:from (?:now|here|today) on|going forward|from this point|in (?:the )?future,)`,
    String.raw`\b(?:must|should|shall) (?:always|never)\b`,
    String.raw`\b(?:as a rule|make it a rule|standing (?:order|instruction|rule))\b`,
    String.raw`{clause}(?:every time|whenever|each time) (?:you|i|we)\b`,
    String.raw`{clause}(?:in|for|across) (?:all|any|every)\b.{0,40}\b(?:use|write|run|keep|must|never|don't)\b`,
    String.raw`(?:^|[，,。；：、\s])(?:请|那|所以)?(?:以后|今后|往后|从现在(?:开始|起)|从今)(?![台端续来])`,
    '凡是|永远|一律|始终|任何时候|任何情况|禁止|不得(?![不已])|不[许准](?!确)|请?[勿切]勿|总是[要用先把]',
    '每次.{0,16}(?:都要|都得|都先|之?前|必须|先)|(?:请|要)记[住得]|^记[住得]|统一(?:用|使用|采用|为)',
    String.raw`(?:^|[，,。；：\s]|请|都|你)务必|一定要(?:先|用|在|把|记)`,
  ],
  plain: [
    String.raw`^(?:(?:please|also|and|so|but|ok|then)[, ]+)*(?:don't|do not) (?!(?:yet|just|only|\w+ (?:it|this|that|them))\b)[a-z]`,
    String.raw`(?:^|[，,。；：\s]|请|你|都|也|就|千万)(?:不要(?!紧|求|是|命)|别(?![的人处家称名说])|不能再|不可以)|(?<!是否)必须(?!的)`,
  ],
  ofTask: [
    String.raw`\b(?:yet|now|anymore|until|till|unless i|before i|for the moment|at the moment|today|tomorrow|here|instead of (?:this|that)|again)\b`,
    String.raw`\bthis (?:pr|commit|task|change|session|branch|file|function|one|part|step|test|bug)\b|\b(?:just|only) the\b`,
    String.raw`^(?:it|this|that|these|those|they|he|she)\b|\b(?:these|those)\b`,
    '^先|先[不别停等放]|为何|为什么|怎么|还没|目前|现在(?!开始|起)|今天|明天|等(?:我|一下|会)|这个|这里|这段|这份',
    String.raw`该(?!项目|仓库)|刚才|再次|了[。.!！]?$|^(?:它|这|那|该|此)|那个|图[\d一二三四五六七八九十]`,
  ],
  once: [
    String.raw`\b(?:this time|just (?:this )?once|for now|right now)\b|\b(?:always|never) do (?:it|so|this|that)\b`,
    '这[次回]|本次|这一次|这一?轮|暂时|本轮',
  ],
  comforts: [
    String.raw`\b(?:don't|do not) (?:worry|forget|think|know|mind|bother|hesitate|need|have|want|care|see|understand|get|believe|remember|like|feel|be)\b`,
    '(?:别|不要)(?:担心|着急|急|忘|管|怕|客气|慌|闹|提了|在意|想太多)',
  ],
  reports: [
    String.raw`(?<!\b(?:i|i've|we) )\b(?:says?|said|states?|stated|claims?|reads|wrote|writes|told (?:me|us)|recommends?|suggests?|warns?|prints?|printed|shows?|according to)\b.{0,80}(?:\b(?:always|never|don't|do not|must|should|from now on)\b|不要|别|必须|一律|永远|禁止|以后|务必)`,
    String.raw`^(?:(?:but|and|so|well|because)[, ]+)*(?:i|it|this|that|there|they|he|she|which|who) (?:\w+ )?(?:always|never|don't|doesn't|didn't)\b`,
    String.raw`\b(?:always|never) (?:\w+ed|fails?|works?|returns?|gets?|got|was|is|are|did|told|seen|been|mind)\b`,
    String.raw`\b(?:ignore|disregard|forget) (?:all |any )?(?:previous|prior|above|earlier)\b`,
    '(?<!我)(?:说(?!过|明)|写着?[“":：]|提示|显示|报错|建议|声称|据).{0,40}(?:不要|别|必须|一律|永远|禁止|以后|务必)',
    '^我(?:总是|从来|一直|不知道)|忽略.{0,6}(?:之前|以上|前面|所有)',
    String.raw`[?？]["')”」]?\s*$|[吗呢]\s*[。.]?$`,
    String.raw`^(?:[!/@]\S|caveat:|\[)`,
  ],
  everywhere: [
    String.raw`\b(?:everywhere|in (?:all|any|every|each)(?: of)?(?: my| our)? (?:projects?|repos?(?:itories|itory)?|sessions?|conversations?)|across projects|globally)\b`,
    '所有(?:的)?(?:项目|仓库|会话|对话)|任何(?:项目|仓库|会话|对话)|每个(?:项目|仓库)|到处|全局',
  ],
  beginsDocument: [
    String.raw`^\s*(?:#{1,6} \S.*[^.。]$|-{3,}\s*$|={3,}|\*{3,}\s*$|~~~|diff --git|@@ |<!doctype|(?:From|Subject|To|Date|Title|URL|Source): )`,
    String.raw`^\s*(?:Traceback|[{[]\s*$|\[\w+\] )`,
  ],
  introduces: [
    String.raw`\b(?:page|readme|docs?|documentation|file|logs?|output|error|message|article|e?-?mail|issue|comment|post|text|content|instructions|guide|says|said|following|below|pasted?|prompt|result|response|answer(?:ed)?|reply|replied)\b[^:：]{0,40}[:：]\s*$`,
    String.raw`(?:网页|页面|文档|文件|日志|输出|报错|错误|消息|文章|邮件|评论|内容|如下|下面|说明|写着|提示|結果|结果|回复|粘贴|網頁|頁面|文檔|檔案|日誌|輸出|訊息|郵件|內容|說明|回覆)[^:：]{0,12}[:：]\s*$`,
  ],
}
