import * as content from '~/content/activities'
import { activitySymbols } from '~/content/activity-symbols'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import {
  choiceField,
  defineSection,
  lineField,
  listField,
  numberField,
  photoField,
  pictureField,
  proseField,
  textField,
  tickField,
} from './fields.server'
import { definePage, headingField, type ShownTextOf, searchFields, textsToMarkdown } from './page.server'

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
  intro: defineSection('The top of the page', {
    heading: headingField,
    text: proseField('Introduction', { max: 1200 }),
    picture: pictureField('Picture', { width: 800, height: 600, hint: 'Phones do not show it.' }),
  }),
  grid: defineSection('The activities', {
    heading: headingField,
    items: listField(
      'Activities',
      'activity',
      {
        name: lineField('Name', { max: 60 }),
        description: textField('What people do', { max: 300 }),
        weeks: numberField('How many weeks (leave it empty if it runs all year)', { min: 1, max: 60 }),
        tint: choiceField('Colour', tints),
        symbol: choiceField('Symbol', activitySymbols, 'symbols'),
        photo: photoField('Photo', { width: 600, height: 400 }),
        isHidden: tickField('Not on the website for now'),
      },
      { min: 1, max: 40 },
    ),
  }),
  easyRead: easyReadSection,
  search: searchFields,
}

export const activitiesPage = definePage({
  upgrades: [textsToMarkdown],
  id: 3,
  title: 'Activities',
  to: paths.programmes,
  sections,
  first: withEasyRead(content.activitiesContent, 'activities'),
})
export type ActivitiesWords = ShownTextOf<typeof sections>
export type Activity = ActivitiesWords['grid']['items'][number]
