import { sha1 } from '../corpus.ts'

/**
 * Questions as they stand in a prompt of 50 to 300 words: amid sentences about the day, the reader and the form of the
 * answer, which no document is about.
 */
const sentences: Readonly<Record<'en' | 'zh', readonly string[]>> = {
  en: [
    'I have been at this since yesterday afternoon and did not get very far.',
    'A colleague of mine asked about it in the weekly meeting, and nobody in the room knew the answer.',
    'Please keep the answer short, two or three paragraphs at most, and say where each statement is from.',
    'I already looked through the first pages that the search engine gave me, but they contradict each other.',
    'We have a review with the team on Thursday, and I would like to have something solid to show by then.',
    'If there are several possibilities, list them with their advantages and drawbacks, and tell me which one you would take.',
    'Last week I wrote a small summary for my manager, and this part is still missing in it.',
    'Do not guess: when the sources say nothing about it, tell me so and I will ask somebody else.',
    'It is not urgent, but it blocks two other tasks on my list, so the sooner the better.',
    'By the way, thank you for the help with the slides the other day, they went down very well.',
    'I remember that somebody explained it to me once, years ago, when I had just started here.',
    'The document that I am writing is for people who are new to the subject, so plain words would be best.',
    'First read what we have on it, then think about what is missing, and only then write the answer.',
    'My notes on this are on the old laptop, which I cannot reach until the end of the month.',
    'Before you change anything, show me the plan and wait until I have agreed to it.',
    'What I found so far is either ten years old or so general that it does not help.',
    'You can ignore the formatting for now, we will clean it up at the end with everything else.',
    'The rest of the chapter is finished, only this one paragraph needs a source that I can quote.',
    'I am fairly sure that the answer is somewhere in the material, since we talked about it in spring.',
    'When you are done, add one line to the list of open points, so that the others see where we are.',
  ],
  zh: [
    '这件事我从昨天下午就开始看了，一直没有什么进展。',
    '周会上有同事问到这个问题，在场的人都答不上来。',
    '回答请尽量简短，两三段就够了，并且注明每个说法的出处。',
    '搜索引擎给的前几页我都看过，说法互相矛盾。',
    '我们周四要跟团队做一次评审，希望到时候能拿出可靠的内容。',
    '如果有几种可能，请分别列出优点和缺点，再告诉我你会选哪一个。',
    '上周我给领导写了一份小结，里面就差这一部分。',
    '不要猜测，资料里没有提到的话直接告诉我，我再去问别人。',
    '不算很急，不过它卡住了我清单上的另外两件事，越快越好。',
    '顺便说一下，前几天帮我改的幻灯片效果很好，谢谢你。',
    '我记得几年前刚来的时候，有人给我讲解过一次。',
    '我写的这份文档是给刚入门的人看的，所以最好用通俗的话来讲。',
    '先看看我们手头有哪些材料，再想想还缺什么，最后再写答案。',
    '我的笔记都在旧电脑里，要到月底才能拿到。',
    '在修改任何东西之前，先把计划给我看，等我同意了再动手。',
    '目前找到的不是十年前的旧资料，就是太笼统，没有帮助。',
    '格式可以先不管，最后我们再统一整理。',
    '这一章其余的部分都写完了，只有这一段还需要一个能引用的来源。',
    '我比较确定答案就在这些资料里，因为春天的时候我们谈过。',
    '做完之后在待办清单里加一行，让其他人知道我们做到哪里了。',
  ],
}

/** Sentences around a question. */
const FEWEST = 3
const MOST = 9

/** `asked`: with a question mark. `stated`: the same as a wish, without any sign that something is asked. */
export type PromptForm = 'asked' | 'stated'

/** The same question always stands in the same prompt. */
export function inPrompt(question: string, language: 'en' | 'zh', form: PromptForm = 'asked'): string {
  const hash = sha1(question)
  const at = (from: number): number => Number.parseInt(hash.slice(from, from + 6), 16)
  const count = FEWEST + (at(0) % (MOST - FEWEST + 1))
  const ordered = sentences[language]
    .map((sentence) => ({ sentence, order: sha1(`${hash} ${sentence}`) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, count)
    .map(({ sentence }) => sentence)
  const place = at(6) % (count + 1)
  const said = form === 'asked' ? asked(question.trim(), language) : wishes[language](question.trim(), at(18))
  const joint = at(12) % 3 === 0 ? '\n' : language === 'zh' ? '' : ' '
  return [...ordered.slice(0, place), said, ...ordered.slice(place)].join(joint)
}

const asked = (question: string, language: 'en' | 'zh'): string =>
  /[.?!。？！]$/.test(question) ? question : `${question}${language === 'zh' ? '？' : '?'}`

/** A question as a wish; `drawn` chooses its words. */
const wishes: Readonly<Record<'en' | 'zh', (question: string, drawn: number) => string>> = {
  en(question, drawn) {
    const plain = lowered(question.replace(/[.?!\s]+$/, ''))
    const what = plain
      .replace(/^(how) (?:do|can|could|should) (?:i|you|we|one) /, '$1 to ')
      .replace(/^(?=(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have) )/, 'whether ')
    const isClause = /^(?:how|who|whom|whose|when|where|which|why|what|whether)\b/.test(what)
    const openings = isClause
      ? ['I need to know', 'Tell me', 'I want to understand', 'Help me to find out']
      : ['I need to know about', 'Tell me about', 'I am looking for', 'Show me what we have about']
    return `${openings[drawn % openings.length]} ${what}.`
  },
  zh(question, drawn) {
    const plain = question.replace(/[。？！?!\s]+$/u, '').replace(/[吗呢]$/u, '')
    const way = /^(?:怎么|如何|怎样)(.+)$/u.exec(plain)?.[1]
    const openings = ['告诉我', '我想了解', '请说明', '帮我查一下']
    return `${openings[drawn % openings.length]}${way === undefined ? plain : `${way}的做法`}。`
  },
}

/** The first word, unless it is a name or an abbreviation. */
const lowered = (text: string): string => text.replace(/^[A-Z](?=[a-z]*\b)/, (first) => first.toLowerCase())
