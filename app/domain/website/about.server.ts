import * as content from '~/content/about'
import { paths } from '~/paths'
import { easyRead, withEasyRead } from './easy-read.server'
import { line, list, number, picture, prose, section, text } from './fields.server'
import { heading, page, type ShownWordsOf, search, textsToMarkdown } from './page.server'

const sections = {
  intro: section('The top of the page', {
    heading,
    text: text('Introduction'),
    since: line('Since when (optional)', { most: 30, optional: true, hint: 'For example: Since 1998.' }),
    picture: picture('Picture', {
      width: 1440,
      height: 560,
      hint: 'A wide picture is best: it goes across the whole page.',
    }),
  }),
  story: section('Your story', {
    heading,
    timeline: list(
      'Years',
      'year',
      {
        year: number('Year', { least: 1800, most: 2100 }),
        title: line('Title', { most: 60 }),
        text: text('What happened', { most: 400 }),
      },
      { least: 1, most: 12 },
    ),
  }),
  mission: section('Your mission', {
    heading,
    text: prose('Text', { most: 2000 }),
    picture: picture('Picture', { width: 800, height: 600 }),
  }),
  funding: section('Who pays for it', {
    heading,
    intro: text('Introduction'),
    partners: list(
      'Partners',
      'partner',
      { name: line('Name', { most: 100 }), text: text('What they pay for or do', { most: 300 }) },
      { most: 12 },
    ),
  }),
  planning: section('Person Centred Planning', {
    heading,
    text: prose('Text', { most: 2000 }),
    picture: picture('Picture', { width: 800, height: 600 }),
    steps: list(
      'Steps',
      'step',
      { title: line('Title', { most: 60 }), text: text('Text', { most: 300 }) },
      { least: 1, most: 8 },
    ),
  }),
  today: section('Today', {
    heading,
    text: text('Text'),
    stats: list(
      'Facts',
      'fact',
      {
        value: line('Number', { most: 20, hint: 'For example: 25+ years.' }),
        label: line('What it counts', { most: 40 }),
        text: text('One sentence about it', { most: 160 }),
      },
      { most: 6 },
    ),
  }),
  easyRead,
  search,
}

export const about = page({
  upgrades: [textsToMarkdown],
  id: 2,
  title: 'About',
  to: paths.about,
  sections,
  first: withEasyRead(content.about, 'about'),
})
export type AboutWords = ShownWordsOf<typeof sections>
