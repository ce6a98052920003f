import { stem } from './stems.ts'
import { shortForms } from './tables/short-forms.ts'

const formsByStem = new Map(
  shortForms.split('|').map((entry) => {
    const [word = '', ...forms] = entry.split(' ').map((each) => stem(each))
    return [word, forms]
  }),
)

/** Index terms of the short forms of a word that people ask for in full: `str` of `string`. */
export const shortFormsOf = (term: string): readonly string[] => formsByStem.get(term) ?? []
