import * as content from '~/content/activities'
import { activitySymbols } from '~/content/activity-symbols'
import { paths } from '~/paths'
import { easyRead, withEasyRead } from './easy-read.server'
import { choice, line, list, number, photo, prose, section, text, tick } from './fields.server'
import { heading, page, type ShownWordsOf, search, textsToMarkdown } from './page.server'

const tints = {
  river: 'Teal',
  moss: 'Green',
  sun: 'Yellow',
  brick: 'Red',
  plum: 'Purple',
  sky: 'Blue',
  clay: 'Brown',
  slate: 'Grey',
}

const sections = {
  intro: section(
    'The top of the page',
    { heading, text: prose('Introduction', { most: 1200 }) },
    'Below it stand the symbols of your activities.',
  ),
  grid: section('The activities', {
    heading,
    items: list(
      'Activities',
      'activity',
      {
        name: line('Name', { most: 60 }),
        description: text('What people do', { most: 300 }),
        weeks: number('How many weeks (leave it empty if it runs all year)', { least: 1, most: 60 }),
        tint: choice('Colour', tints),
        symbol: choice('Symbol', activitySymbols, 'symbols'),
        photo: photo('Photo', { width: 600, height: 400 }),
        isHidden: tick('Not on the website for now'),
      },
      { least: 1, most: 40 },
    ),
  }),
  easyRead,
  search,
}

export const activities = page({
  upgrades: [textsToMarkdown],
  id: 3,
  title: 'Activities',
  to: paths.programmes,
  sections,
  first: withEasyRead(content.activities, 'activities'),
})
export type ActivitiesWords = ShownWordsOf<typeof sections>
export type Activity = ActivitiesWords['grid']['items'][number]
