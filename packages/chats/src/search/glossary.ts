import { wordsOfPrograms } from './glossary-of-programs.ts'

/**
 * Words of work and life that mean about the same in Chinese and in English, a group a line. They are looked up only when
 * a caller asks for more than the words of the query (`expand: "auto"`). A low line is a blank within one of them.
 */
const wordsOfLife = `
生活 日常 | life daily
旅行 旅游 出行 | travel trip journey
旅程 行程 | itinerary
度假 假期 假日 | vacation holiday
周末 | weekend
机票 航班 | flight
酒店 住宿 民宿 | hotel accommodation
签证 | visa
护照 | passport
火车 高铁 | train railway
地铁 | subway metro
开车 驾驶 | drive driving
购物 买东西 | shopping purchase
价格 价钱 | price cost
预算 | budget
费用 开销 | expense cost
优惠 折扣 | discount coupon
退款 退货 | refund
订单 | order
快递 物流 | delivery shipping
吃饭 用餐 | meal dining
早餐 | breakfast
午餐 午饭 | lunch
晚餐 晚饭 | dinner
菜谱 食谱 | recipe
做饭 烹饪 | cooking cook
餐厅 饭店 | restaurant
咖啡 | coffee
健康 | health
医生 大夫 | doctor
医院 | hospital
药 药物 | medicine drug
症状 | symptom
睡眠 睡觉 失眠 | sleep insomnia
健身 锻炼 运动 | fitness exercise workout
跑步 | running jogging
减肥 减重 | diet weight
饮食 营养 | nutrition diet
心情 情绪 | mood emotion
压力 | stress pressure
焦虑 | anxiety
家庭 家人 | family
孩子 小孩 儿童 | child kid children
父母 | parents
朋友 | friend
婚礼 结婚 | wedding marriage
生日 | birthday
礼物 | gift present
宠物 | pet
猫 | cat
狗 | dog
房子 住房 | house housing
房租 租房 租金 | rent rental
装修 | renovation decoration
搬家 | moving relocation
家具 | furniture
花园 园艺 | garden gardening
天气 | weather
电影 | movie film
音乐 | music
书 书籍 | book
阅读 读书 | reading
游戏 | game gaming
摄影 照片 拍照 | photo photography
学习 | learning study
课程 | course class
考试 | exam test
作业 | homework assignment
学校 | school
大学 | university college
老师 教师 | teacher
论文 | paper thesis
研究 | research study
英语 | english
翻译 | translation translate
写作 | writing
作文 文章 | essay article
想法 点子 创意 | idea
灵感 | inspiration
头脑风暴 | brainstorm
计划 规划 | plan planning
目标 | goal objective
总结 摘要 | summary summarize
回顾 复盘 | review retrospective
建议 | suggestion advice recommendation
推荐 | recommend recommendation
问题 | problem issue question
解决 | solve fix resolve
原因 | reason cause
决定 决策 | decision decide
比较 对比 | compare comparison
选择 | choice choose option
习惯 | habit
时间管理 | productivity
效率 | efficiency productivity
工作 | work job
求职 找工作 | job_hunting
简历 | resume cv
面试 | interview
工资 薪水 薪资 | salary pay
辞职 离职 | resign quit
同事 | colleague coworker
老板 上司 | boss manager
会议 开会 | meeting
邮件 邮箱 | email mail
报告 | report
演讲 | speech talk
幻灯片 | slides presentation
合同 协议 | contract agreement
法律 | law legal
税 税务 报税 | tax
发票 | invoice
银行 | bank
贷款 房贷 | loan mortgage
投资 理财 | invest investment finance
股票 | stock
基金 | fund
保险 | insurance
创业 | startup entrepreneurship
营销 市场 | marketing market
客户 顾客 | customer client
销售 | sales
`

/** One language's words for something, and the other's. */
export interface Group {
  readonly chinese: readonly string[]
  readonly english: readonly string[]
}

export const glossary: readonly Group[] = [wordsOfLife, wordsOfPrograms]
  .flatMap((words) => words.trim().split('\n'))
  .map((line) => {
    const [chinese = '', english = ''] = line.split(' | ')
    return { chinese: chinese.split(' '), english: english.split(' ').map((word) => word.replace('_', ' ')) }
  })
