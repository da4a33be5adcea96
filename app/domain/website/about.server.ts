import * as content from '~/content/about'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import { defineSection, lineField, listField, numberField, pictureField, proseField, textField } from './fields.server'
import { definePage, headingField, type ShownTextOf, searchFields, textsToMarkdown } from './page.server'

const sections = {
  intro: defineSection('The top of the page', {
    heading: headingField,
    text: textField('Introduction'),
    since: lineField('Since when (optional)', { max: 30, optional: true, hint: 'For example: Since 1998.' }),
    picture: pictureField('Picture', {
      width: 1440,
      height: 560,
      hint: 'A wide picture is best: it goes across the whole page.',
    }),
  }),
  story: defineSection('Your story', {
    heading: headingField,
    timeline: listField(
      'Years',
      'year',
      {
        year: numberField('Year', { min: 1800, max: 2100 }),
        title: lineField('Title', { max: 60 }),
        text: textField('What happened', { max: 400 }),
      },
      { min: 1, max: 12 },
    ),
  }),
  mission: defineSection('Your mission', {
    heading: headingField,
    text: proseField('Text', { max: 2000 }),
    picture: pictureField('Picture', { width: 800, height: 600 }),
  }),
  funding: defineSection('Who funds us', {
    heading: headingField,
    intro: textField('Introduction'),
    partners: listField(
      'Partners',
      'partner',
      { name: lineField('Name', { max: 100 }), text: textField('What they fund or do', { max: 300 }) },
      { max: 12 },
    ),
  }),
  planning: defineSection('Person Centred Planning', {
    heading: headingField,
    text: proseField('Text', { max: 2000 }),
    picture: pictureField('Picture', { width: 800, height: 600 }),
    steps: listField(
      'Steps',
      'step',
      { title: lineField('Title', { max: 60 }), text: textField('Text', { max: 300 }) },
      { min: 1, max: 8 },
    ),
  }),
  today: defineSection('Today', {
    heading: headingField,
    text: textField('Text'),
    stats: listField(
      'Facts',
      'fact',
      {
        value: lineField('Number', { max: 20, hint: 'For example: 25+ years.' }),
        label: lineField('What it counts', { max: 40 }),
        text: textField('One sentence about it', { max: 160 }),
      },
      { max: 6 },
    ),
  }),
  easyRead: easyReadSection,
  search: searchFields,
}

export const about = definePage({
  upgrades: [textsToMarkdown],
  id: 2,
  title: 'About',
  to: paths.about,
  sections,
  first: withEasyRead(content.aboutText, 'about'),
})
export type AboutWords = ShownTextOf<typeof sections>
