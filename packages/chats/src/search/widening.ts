import { policy } from '@wuku/core/policy'
import type { StoreView } from '@wuku/core/ports/store'
import { fold } from '@wuku/text/terms/fold'
import type { QueryWord } from '@wuku/text/terms/query'
import { stem } from '@wuku/text/terms/stems'
import { readWord } from '@wuku/text/terms/word-terms'
import { cjkWordsOf, correctionsOf, type CjkWord } from './cjk-typos.ts'
import { ofTerm, ofWords, typosOf } from './typos.ts'
import type { Alternative, WordRewrite } from '@wuku/kernel/query/plan'

/** Words with those that they may be misspelt for, and those that mean about the same. */
export const widened: WordRewrite['rewrite'] = async (words, { query, widen, view }) => {
  const [related, spelt] = await Promise.all([
    widen.includes('related') ? relatedTo(words, query, view) : [],
    widen.includes('spelling') ? spellingsOf(words, query, view) : [],
  ])
  return words.map((word, at) => {
    const alternatives = [...(related[at] ?? []), ...(spelt[at] ?? [])]
    // The first of those that are written alike is the most alike.
    const distinct = new Map(alternatives.toReversed().map((each) => [each.text, each]))
    return { ...word, alternatives: [...distinct.values()].toReversed() }
  })
}

/** The dictionary breaks a misspelt CJK word into several. Its corrections are alternatives of the last one. */
async function spellingsOf(words: readonly QueryWord[], query: string, view: StoreView) {
  const torn = cjkWordsOf(query)
  const isLastOf = ({ written }: CjkWord, at: number) => words.findLastIndex(({ raw }) => written.includes(raw)) === at
  return Promise.all(
    words.map(async ({ raw, script }, at) => {
      if (script === 'word') return typosOf(raw, view)
      const own = torn.filter((word) => isLastOf(word, at))
      return (await Promise.all(own.map((word) => correctionsOf(word, view)))).flat()
    }),
  )
}

const factors = {
  /** The same in the other language, or another word for it. */
  glossary: 0.6,
  /** Two words of the query as one name. */
  joined: 0.8,
  /** Longer words that begin with it. */
  longer: 0.35,
}

/** Shorter words begin too many others. */
const SHORTEST = 4

/** Alternatives for each word of a query, in its order, where related words are wanted. */
async function relatedTo(words: readonly QueryWord[], query: string, view: StoreView) {
  const joined = await Promise.all(
    words.map(async (word, at) => {
      const next = words[at + 1]
      return next && word.script === 'word' && next.script === 'word' ? joinedWords(word.raw, next.raw, view) : []
    }),
  )
  return Promise.all(
    words.map(async (word, at) => [
      ...otherWords(word, query),
      ...(joined[at - 1] ?? []),
      ...(joined[at] ?? []),
      ...(word.script === 'word' ? await longerWords(word.raw, view) : []),
    ]),
  )
}

/** Chinese words are looked up as substrings of the query, since dictionaries disagree on where its words begin and end. */
function otherWords({ raw, script }: QueryWord, query: string): readonly Alternative[] {
  const folded = fold(raw)
  const text = fold(query)
  const isSameWord =
    script === 'cjk'
      ? (own: string) =>
          own === folded || (own.length > 1 && text.includes(own) && (own.includes(folded) || folded.includes(own)))
      : (own: string) => stem(fold(own)) === stem(folded)
  const groups = glossary.filter(({ chinese, english }) => (script === 'cjk' ? chinese : english).some(isSameWord))
  const others = groups.flatMap(({ chinese, english }) => [...chinese, ...english])
  return [...new Set(others)].filter((other) => !isSameWord(other)).map((other) => ofWords(other, factors.glossary))
}

/** `virtual list` may be `virtualList`. */
async function joinedWords(word: string, next: string, view: StoreView): Promise<readonly Alternative[]> {
  const term = stem(fold(word + next))
  return (await view.terms.stats([term])).holders.has(term) ? [ofTerm(term, factors.joined, word + next)] : []
}

async function longerWords(word: string, view: StoreView): Promise<readonly Alternative[]> {
  const own = new Set(readWord(word).terms)
  const [folded = ''] = readWord(word).folded
  if (folded.length < SHORTEST || !/^\p{L}+$/u.test(folded)) return []
  const found = (await view.terms.vocabulary([folded], 2 * policy.widening.maxLongerWords))[0] ?? []
  return found
    .filter(({ term }) => !own.has(term))
    .slice(0, policy.widening.maxLongerWords)
    .map(({ term }) => ofTerm(term, factors.longer))
}

/** Words that mean about the same in Chinese and in English. A low line is a blank within one of them. */
const words = `
生活 日常=life daily; 旅行 旅游 出行=travel trip journey; 旅程 行程=itinerary; 度假 假期 假日=vacation holiday
周末=weekend; 机票 航班=flight; 酒店 住宿 民宿=hotel accommodation; 签证=visa; 护照=passport
火车 高铁=train railway; 地铁=subway metro; 开车 驾驶=drive driving; 购物 买东西=shopping purchase
价格 价钱=price cost; 预算=budget; 费用 开销=expense cost; 优惠 折扣=discount coupon; 退款 退货=refund
订单=order; 快递 物流=delivery shipping; 吃饭 用餐=meal dining; 早餐=breakfast; 午餐 午饭=lunch
晚餐 晚饭=dinner; 菜谱 食谱=recipe; 做饭 烹饪=cooking cook; 餐厅 饭店=restaurant; 咖啡=coffee; 健康=health
医生 大夫=doctor; 医院=hospital; 药 药物=medicine drug; 症状=symptom; 睡眠 睡觉 失眠=sleep insomnia
健身 锻炼 运动=fitness exercise workout; 跑步=running jogging; 减肥 减重=diet weight; 饮食 营养=nutrition diet
心情 情绪=mood emotion; 压力=stress pressure; 焦虑=anxiety; 家庭 家人=family; 孩子 小孩 儿童=child kid children
父母=parents; 朋友=friend; 婚礼 结婚=wedding marriage; 生日=birthday; 礼物=gift present; 宠物=pet; 猫=cat
狗=dog; 房子 住房=house housing; 房租 租房 租金=rent rental; 装修=renovation decoration; 搬家=moving relocation
家具=furniture; 花园 园艺=garden gardening; 天气=weather; 电影=movie film; 音乐=music; 书 书籍=book
阅读 读书=reading; 游戏=game gaming; 摄影 照片 拍照=photo photography; 学习=learning study; 课程=course class
考试=exam test; 作业=homework assignment; 学校=school; 大学=university college; 老师 教师=teacher
论文=paper thesis; 研究=research study; 英语=english; 翻译=translation translate; 写作=writing
作文 文章=essay article; 想法 点子 创意=idea; 灵感=inspiration; 头脑风暴=brainstorm; 计划 规划=plan planning
目标=goal objective; 总结 摘要=summary summarize; 回顾 复盘=review retrospective
建议=suggestion advice recommendation; 推荐=recommend recommendation; 问题=problem issue question
解决=solve fix resolve; 原因=reason cause; 决定 决策=decision decide; 比较 对比=compare comparison
选择=choice choose option; 习惯=habit; 时间管理=productivity; 效率=efficiency productivity; 工作=work job
求职 找工作=job_hunting; 简历=resume cv; 面试=interview; 工资 薪水 薪资=salary pay; 辞职 离职=resign quit
同事=colleague coworker; 老板 上司=boss manager; 会议 开会=meeting; 邮件 邮箱=email mail; 报告=report
演讲=speech talk; 幻灯片=slides presentation; 合同 协议=contract agreement; 法律=law legal; 税 税务 报税=tax
发票=invoice; 银行=bank; 贷款 房贷=loan mortgage; 投资 理财=invest investment finance; 股票=stock; 基金=fund
保险=insurance; 创业=startup entrepreneurship; 营销 市场=marketing market; 客户 顾客=customer client; 销售=sales
产品=product; 需求=requirement demand; 用户=user; 反馈=feedback; 设计=design; 颜色=color; 图标=icon
布局 排版=layout; 字体=font; 界面=interface ui; 交互=interaction; 动画=animation; 响应式=responsive
页面 网页=page webpage; 网站=website site; 前端=frontend; 后端=backend; 服务器 服务端=server; 客户端=client
浏览器=browser; 移动端 手机=mobile phone; 应用=app application; 程序 软件=program software; 代码=code
编程 写代码=programming coding; 开发=development develop; 项目=project; 仓库=repository repo; 分支=branch
合并=merge; 冲突=conflict; 提交=commit submit; 版本=version; 发布 上线=release launch; 部署=deploy deployment
回滚=rollback revert; 构建 编译=build compile; 打包=bundle package; 依赖=dependency; 安装=install installation
配置 设置=config configuration settings; 环境变量=environment_variable; 脚本=script; 命令=command
命令行 终端=terminal cli; 测试=test testing; 单元测试=unit_test; 调试 排错=debug debugging; 错误 报错=error
异常=exception; 崩溃 闪退=crash; 缺陷 漏洞=bug defect vulnerability; 日志=log logging; 监控=monitoring
告警 报警=alert alarm; 性能=performance; 优化=optimize optimization; 卡顿 卡=lag slow jank; 延迟=latency delay
缓存=cache caching; 内存=memory; 泄漏=leak; 线程=thread; 进程=process; 并发=concurrency concurrent
异步=async asynchronous; 锁 死锁=lock deadlock; 队列=queue; 消息=message; 事件=event; 回调=callback
函数 方法=function method; 变量=variable; 参数=parameter argument; 返回值=return_value; 类型=type
接口=api interface; 组件=component; 模块=module; 插件 扩展=plugin extension; 框架=framework; 库=library
架构=architecture; 重构=refactor refactoring; 算法=algorithm; 数据=data; 数据库=database; 表 表格=table
索引=index; 查询=query; 事务=transaction; 迁移=migration migrate; 备份=backup; 恢复 还原=restore recovery
同步=sync synchronize; 导入=import; 导出=export; 上传=upload; 下载=download; 文件=file
文件夹 目录=folder directory; 路径=path; 搜索 检索=search retrieval; 排序=sort sorting; 过滤 筛选=filter
分页=pagination; 列表=list; 虚拟列表=virtual_list; 滚动=scroll scrolling; 表单=form; 按钮=button
弹窗 对话框=modal dialog popup; 登录 登陆=login signin; 注册=signup register; 认证 鉴权=auth authentication
授权 权限=authorization permission; 密码 口令=password; 密钥=key secret; 令牌=token; 加密=encrypt encryption
安全=security; 网络=network; 请求=request; 响应=response; 超时=timeout; 重试=retry; 代理=proxy agent
域名=domain; 证书=certificate; 防火墙=firewall; 容器 镜像=container docker image; 集群=cluster; 云 云服务=cloud
机器学习=machine_learning; 深度学习=deep_learning; 人工智能=ai artificial_intelligence; 模型=model; 大模型=llm
训练=training train; 微调=finetune finetuning; 推理=inference reasoning; 提示词=prompt
向量 嵌入=vector embedding; 知识库=knowledge_base; 智能体=agent; 聊天 对话 会话=chat conversation
机器人=bot robot; 自动化=automation automate; 工作流 流程=workflow process; 文档=document documentation docs
笔记=note notes; 教程=tutorial; 示例 例子=example; 模板=template; 图片 图像=image picture; 视频=video
音频 语音=audio voice speech; 图表=chart diagram; 统计=statistics; 分析=analysis analyze; 爬虫=crawler scraper
正则 正则表达式=regex; 编码=encoding; 解析=parse parser; 序列化=serialize serialization; 定时任务=cron scheduler
国际化=i18n internationalization; 无障碍=accessibility; 升级 更新=upgrade update; 删除=delete remove
修复=fix repair; 清理=cleanup clean
`

const glossary = words
  .trim()
  .split(/;\s|\n/)
  .map((group) => {
    const [chinese = '', english = ''] = group.split('=')
    return { chinese: chinese.split(' '), english: english.split(' ').map((word) => word.replace('_', ' ')) }
  })
