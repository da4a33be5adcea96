import * as content from '~/content/activities'
import { choice, line, list, number, prose, section, text, tick } from './fields.server'
import { heading, page, search, type WordsOf } from './page.server'

/** The drawn symbols (content/activity-symbols.tsx), each called after the activity that it was drawn for. */
const symbols = {
  'active-healthy-me': 'Active Healthy Me',
  'online-safety': 'Online Safety',
  'music-choir': 'Music & Choir',
  'digital-photography': 'Digital Photography',
  drama: 'Drama',
  'literacy-numeracy': 'Literacy & Numeracy',
  'computer-skills': 'Computer Skills',
  'self-advocacy': 'Self Advocacy',
  'thinking-skills': 'Thinking Skills',
  'social-club': 'Social Club',
  'book-club': 'Book Club',
  art: 'Art',
  'life-skills': 'Life Skills',
  'money-management': 'Money Management',
  'qqi-classes': 'QQI Classes',
  'work-experience': 'Work Experience',
}

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
    'The symbols of the activities follow by themselves.',
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
        symbol: choice('Symbol', symbols),
        isHidden: tick('Not on the website for now'),
      },
      { least: 1, most: 40 },
    ),
  }),
  search,
}

export const activities = page({ id: 3, title: 'Activities', to: '/programmes', sections, first: content.activities })
export type ActivitiesWords = WordsOf<typeof sections>
export type Activity = ActivitiesWords['grid']['items'][number]
