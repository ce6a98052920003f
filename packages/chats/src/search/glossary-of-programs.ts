/** As the glossary has them: words of products, programs and those who make them. */
export const wordsOfPrograms = `
产品 | product
需求 | requirement demand
用户 | user
反馈 | feedback
设计 | design
颜色 | color
图标 | icon
布局 排版 | layout
字体 | font
界面 | interface ui
交互 | interaction
动画 | animation
响应式 | responsive
页面 网页 | page webpage
网站 | website site
前端 | frontend
后端 | backend
服务器 服务端 | server
客户端 | client
浏览器 | browser
移动端 手机 | mobile phone
应用 | app application
程序 软件 | program software
代码 | code
编程 写代码 | programming coding
开发 | development develop
项目 | project
仓库 | repository repo
分支 | branch
合并 | merge
冲突 | conflict
提交 | commit submit
版本 | version
发布 上线 | release launch
部署 | deploy deployment
回滚 | rollback revert
构建 编译 | build compile
打包 | bundle package
依赖 | dependency
安装 | install installation
配置 设置 | config configuration settings
环境变量 | environment_variable
脚本 | script
命令 | command
命令行 终端 | terminal cli
测试 | test testing
单元测试 | unit_test
调试 排错 | debug debugging
错误 报错 | error
异常 | exception
崩溃 闪退 | crash
缺陷 漏洞 | bug defect vulnerability
日志 | log logging
监控 | monitoring
告警 报警 | alert alarm
性能 | performance
优化 | optimize optimization
卡顿 卡 | lag slow jank
延迟 | latency delay
缓存 | cache caching
内存 | memory
泄漏 | leak
线程 | thread
进程 | process
并发 | concurrency concurrent
异步 | async asynchronous
锁 死锁 | lock deadlock
队列 | queue
消息 | message
事件 | event
回调 | callback
函数 方法 | function method
变量 | variable
参数 | parameter argument
返回值 | return_value
类型 | type
接口 | api interface
组件 | component
模块 | module
插件 扩展 | plugin extension
框架 | framework
库 | library
架构 | architecture
重构 | refactor refactoring
算法 | algorithm
数据 | data
数据库 | database
表 表格 | table
索引 | index
查询 | query
事务 | transaction
迁移 | migration migrate
备份 | backup
恢复 还原 | restore recovery
同步 | sync synchronize
导入 | import
导出 | export
上传 | upload
下载 | download
文件 | file
文件夹 目录 | folder directory
路径 | path
搜索 检索 | search retrieval
排序 | sort sorting
过滤 筛选 | filter
分页 | pagination
列表 | list
虚拟列表 | virtual_list
滚动 | scroll scrolling
表单 | form
按钮 | button
弹窗 对话框 | modal dialog popup
登录 登陆 | login signin
注册 | signup register
认证 鉴权 | auth authentication
授权 权限 | authorization permission
密码 口令 | password
密钥 | key secret
令牌 | token
加密 | encrypt encryption
安全 | security
网络 | network
请求 | request
响应 | response
超时 | timeout
重试 | retry
代理 | proxy agent
域名 | domain
证书 | certificate
防火墙 | firewall
容器 镜像 | container docker image
集群 | cluster
云 云服务 | cloud
机器学习 | machine_learning
深度学习 | deep_learning
人工智能 | ai artificial_intelligence
模型 | model
大模型 | llm
训练 | training train
微调 | finetune finetuning
推理 | inference reasoning
提示词 | prompt
向量 嵌入 | vector embedding
知识库 | knowledge_base
智能体 | agent
聊天 对话 会话 | chat conversation
机器人 | bot robot
自动化 | automation automate
工作流 流程 | workflow process
文档 | document documentation docs
笔记 | note notes
教程 | tutorial
示例 例子 | example
模板 | template
图片 图像 | image picture
视频 | video
音频 语音 | audio voice speech
图表 | chart diagram
统计 | statistics
分析 | analysis analyze
爬虫 | crawler scraper
正则 正则表达式 | regex
编码 | encoding
解析 | parse parser
序列化 | serialize serialization
定时任务 | cron scheduler
国际化 | i18n internationalization
无障碍 | accessibility
升级 更新 | upgrade update
删除 | delete remove
修复 | fix repair
清理 | cleanup clean
`
