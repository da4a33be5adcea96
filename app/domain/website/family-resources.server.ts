import * as content from '~/content/family-resources'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import { addressField, choiceField, defineSection, lineField, listField, textField } from './fields.server'
import { definePage, headingField, type ShownTextOf, searchFields } from './page.server'

const symbols = {
  'heart-pulse': 'Heart',
  users: 'People',
  megaphone: 'Megaphone',
  'book-open': 'Book',
  scale: 'Scales',
  phone: 'Telephone',
}
const categories = {
  'HSE Services': 'HSE Services',
  Advocacy: 'Advocacy',
  'Rights & Legal': 'Rights & Legal',
  'Planning & Support': 'Planning & Support',
}

/** Text of the link to the first card of a category, in a family's own words. */
const linkField = (kind: keyof typeof categories) =>
  lineField(`The link to ‘${kind}’, as a family would say it`, { max: 60 })

const sections = {
  intro: defineSection('The top of the page', { heading: headingField, text: textField('Introduction') }),
  needs: defineSection('Who can help', {
    heading: headingField,
    hse: linkField('HSE Services'),
    advocacy: linkField('Advocacy'),
    rights: linkField('Rights & Legal'),
    planning: linkField('Planning & Support'),
  }),
  cards: defineSection(
    'The cards',
    {
      items: listField(
        'Services',
        'card',
        {
          title: lineField('Name', { max: 80 }),
          description: textField('What they do', { max: 400 }),
          category: choiceField('Kind', categories),
          icon: choiceField('Symbol', symbols),
          address: addressField('Web address'),
          link: lineField('Text of the link', { max: 80, hint: 'For example: Visit the HSE website.' }),
          contact: lineField('How to reach them (optional)', {
            max: 120,
            optional: true,
            hint: 'For example: Family support: 091 555 010.',
          }),
        },
        { max: 24 },
      ),
    },
    'Resources that you publish appear below these cards.',
  ),
  easyRead: easyReadSection,
  search: searchFields,
}

export const familyResourcesPage = definePage({
  id: 5,
  title: 'Resources for Families',
  to: paths.resources.list,
  sections,
  first: withEasyRead(content.familyResourcesContent, 'resources'),
})
export type FamilyResourcesWords = ShownTextOf<typeof sections>
export type FamilyResource = FamilyResourcesWords['cards']['items'][number]
