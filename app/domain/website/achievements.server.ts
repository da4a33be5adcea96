import * as content from '~/content/achievements'
import { paths } from '~/paths'
import { easyRead, withEasyRead } from './easy-read.server'
import { choice, line, list, picture, prose, section, text } from './fields.server'
import { heading, page, type ShownWordsOf, search, textsToMarkdown } from './page.server'

const symbols = {
  award: 'Rosette',
  trophy: 'Cup',
  star: 'Star',
  'heart-handshake': 'Heart',
  'graduation-cap': 'Graduation cap',
  utensils: 'Knife and fork',
}
const categories = {
  academic: 'Learning',
  creative: 'Art and music',
  community: 'In the community',
  practical: 'Work and daily life',
}

const sections = {
  intro: section('The top of the page', {
    heading,
    text: text('Introduction'),
    newest: line('Words beside the newest achievement', { most: 40 }),
  }),
  cards: section('The achievements', {
    items: list(
      'Achievements',
      'achievement',
      {
        title: line('Title', { most: 80 }),
        description: text('What happened', { most: 400 }),
        date: line('Year', { most: 20 }),
        icon: choice('Symbol', symbols, 'icons'),
        category: choice('Kind', categories),
      },
      { most: 40, hint: 'The first one is the newest.' },
    ),
  }),
  highlights: section('Event Highlights', {
    heading,
    text: prose('Text', { most: 2000 }),
    picture: picture('Picture', { width: 1200, height: 600 }),
  }),
  easyRead,
  search,
}

export const achievements = page({
  upgrades: [textsToMarkdown],
  id: 4,
  title: 'Achievements',
  to: paths.achievements,
  sections,
  first: withEasyRead(content.achievements, 'achievements'),
})
export type AchievementsWords = ShownWordsOf<typeof sections>
