import * as content from '~/content/about'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import { defineSection, lineField, listField, numberField, pictureField, proseField, textField } from './fields.server'
import { definePage, headingField, type ShownTextOf, searchFields, textsToMarkdown } from './page.server'

const sections = {
  intro: defineSection('The top of the page', {
    heading: headingField,
    text: textField('Introduction'),
    since: lineField('Since when (optional)', { most: 30, optional: true, hint: 'For example: Since 1998.' }),
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
        year: numberField('Year', { least: 1800, most: 2100 }),
        title: lineField('Title', { most: 60 }),
        text: textField('What happened', { most: 400 }),
      },
      { least: 1, most: 12 },
    ),
  }),
  mission: defineSection('Your mission', {
    heading: headingField,
    text: proseField('Text', { most: 2000 }),
    picture: pictureField('Picture', { width: 800, height: 600 }),
  }),
  funding: defineSection('Who funds us', {
    heading: headingField,
    intro: textField('Introduction'),
    partners: listField(
      'Partners',
      'partner',
      { name: lineField('Name', { most: 100 }), text: textField('What they fund or do', { most: 300 }) },
      { most: 12 },
    ),
  }),
  planning: defineSection('Person Centred Planning', {
    heading: headingField,
    text: proseField('Text', { most: 2000 }),
    picture: pictureField('Picture', { width: 800, height: 600 }),
    steps: listField(
      'Steps',
      'step',
      { title: lineField('Title', { most: 60 }), text: textField('Text', { most: 300 }) },
      { least: 1, most: 8 },
    ),
  }),
  today: defineSection('Today', {
    heading: headingField,
    text: textField('Text'),
    stats: listField(
      'Facts',
      'fact',
      {
        value: lineField('Number', { most: 20, hint: 'For example: 25+ years.' }),
        label: lineField('What it counts', { most: 40 }),
        text: textField('One sentence about it', { most: 160 }),
      },
      { most: 6 },
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
