import * as content from '~/content/achievements'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import { choiceField, defineSection, lineField, listField, pictureField, proseField, textField } from './fields.server'
import { definePage, headingField, type ShownTextOf, searchFields, textsToMarkdown } from './page.server'

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
  intro: defineSection('The top of the page', {
    heading: headingField,
    text: textField('Introduction'),
    newest: lineField('Label next to the newest achievement', { max: 40 }),
  }),
  cards: defineSection('The achievements', {
    items: listField(
      'Achievements',
      'achievement',
      {
        title: lineField('Title', { max: 80 }),
        description: textField('What happened', { max: 400 }),
        date: lineField('Year', { max: 20 }),
        icon: choiceField('Symbol', symbols, 'icons'),
        category: choiceField('Kind', categories),
      },
      { max: 40, hint: 'The first one is the newest.' },
    ),
  }),
  highlights: defineSection('Event Highlights', {
    heading: headingField,
    text: proseField('Text', { max: 2000 }),
    picture: pictureField('Picture', { width: 1200, height: 600 }),
  }),
  easyRead: easyReadSection,
  search: searchFields,
}

export const achievementsPage = definePage({
  upgrades: [textsToMarkdown],
  id: 4,
  title: 'Achievements',
  to: paths.achievements,
  sections,
  first: withEasyRead(content.achievementsContent, 'achievements'),
})
export type AchievementsWords = ShownTextOf<typeof sections>
