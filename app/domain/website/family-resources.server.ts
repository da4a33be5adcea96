import * as content from '~/content/family-resources'
import { paths } from '~/paths'
import { easyRead, withEasyRead } from './easy-read.server'
import { address, choice, line, list, section, text } from './fields.server'
import { heading, page, type ShownWordsOf, search } from './page.server'

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

/** What somebody needs who looks for services of a kind, as they would say it: the link to the first card of that kind. */
const need = (kind: keyof typeof categories) => line(`The link to ‘${kind}’, as a family would say it`, { most: 60 })

const sections = {
  intro: section('The top of the page', { heading, text: text('Introduction') }),
  needs: section('Who can help', {
    heading,
    hse: need('HSE Services'),
    advocacy: need('Advocacy'),
    rights: need('Rights & Legal'),
    planning: need('Planning & Support'),
  }),
  cards: section(
    'The cards',
    {
      items: list(
        'Services',
        'card',
        {
          title: line('Name', { most: 80 }),
          description: text('What they do', { most: 400 }),
          category: choice('Kind', categories),
          icon: choice('Symbol', symbols),
          address: address('Web address'),
          link: line('Words of the link', { most: 80, hint: 'For example: Visit the HSE website.' }),
          contact: line('How to reach them (optional)', {
            most: 120,
            optional: true,
            hint: 'For example: Family support: 091 555 010.',
          }),
        },
        { most: 24 },
      ),
    },
    'What you publish under Resources shows up below these cards.',
  ),
  easyRead,
  search,
}

export const familyResources = page({
  id: 5,
  title: 'Resources for Families',
  to: paths.resources.list,
  sections,
  first: withEasyRead(content.familyResources, 'resources'),
})
export type FamilyResourcesWords = ShownWordsOf<typeof sections>
export type FamilyResource = FamilyResourcesWords['cards']['items'][number]
