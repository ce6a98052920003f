import type { Told } from './chats-house.ts'

/** Conversations of five people: Chinese, English and both. */
export const told: readonly Told[] = [
  {
    id: 'aaaaaa-list',
    title: '虚拟列表优化',
    project: '/home/ada/work/shop',
    age: 5,
    said: [
      'user: 虚拟列表滚动很卡怎么办？',
      'assistant: 可以用窗口化 virtual list，只渲染看得见的行 👩‍👩‍👧‍👦',
      'tool result: installed react-window@1.8.10 "with quotes"',
    ],
  },
  {
    id: 'bbbbbb-travel',
    title: 'Spring plans',
    agent: 'chatgpt',
    age: 40,
    said: ['user: where should I travel in spring?', 'assistant: Kyoto or Lisbon; book the flight early'],
  },
  {
    id: 'cccccc-deploy',
    project: 'C:\\Work\\Harbour',
    agent: 'claude-code',
    age: 100,
    isAutomated: true,
    said: [
      'user: the deployment to the cluster fails with a timeout',
      'assistant: check the performance of the database first',
      'system: budget reminder for the harbour project',
    ],
  },
  {
    id: 'dddddd-weekend',
    age: 20,
    said: ['user: 周末去哪里旅游？', 'assistant: 可以去海边看潮汐', 'user: 預算有限', 'assistant: 那就坐火车'],
  },
  {
    id: 'eeeeee-idea',
    age: 70,
    said: ['user: an idea for the harbour map', 'assistant: 想法很好: draw the tides'],
  },
]
