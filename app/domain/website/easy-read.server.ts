import { activitySymbols } from '~/content/activity-symbols'
import { defaultContactPerson, easyReadContent as first } from '~/content/easy-read'
import { ideaSymbols } from '~/content/idea-symbols'
import { paths } from '~/paths'
import {
  choiceField,
  defineSection,
  lineField,
  listField,
  optionalDayField,
  photoField,
  textField,
  tickField,
} from './fields.server'
import { definePage, headingField, type StoredTextOf, type WebsitePage } from './page.server'

/** A page's Easy Read version, which is shown at the page's address with `/easy-read` added. */
export const easyReadSection = defineSection(
  'Easy Read',
  {
    heading: headingField,
    ideas: listField(
      'Ideas',
      'idea',
      {
        text: textField('One idea, in a sentence or two', { max: 200, hint: 'Twelve words a sentence at most.' }),
        symbol: choiceField('Picture', { ...ideaSymbols, ...activitySymbols }, 'symbols'),
        photo: photoField('Your own photo', {
          width: 400,
          height: 400,
          hint: 'It replaces the picture. A photo of your own centre says more than a drawing.',
        }),
      },
      { min: 1, max: 24 },
    ),
    isTested: tickField('This text was tested by readers with intellectual disabilities', {
      needs: { field: 'testedOn', message: 'Please say when they read it.' },
    }),
    testedOn: optionalDayField('When they read it (optional)', {
      hint: 'Needed only with the tick. For example 4 May 2026.',
    }),
  },
  'The page in short sentences, each idea with a picture. It is a separate page, one press away from this one.',
)

export type EasyReadWords = StoredTextOf<{ easyRead: typeof easyReadSection }>['easyRead']

/** True for sections that are on the Easy Read version instead of the page itself. */
export const isEasyRead = (section: string): boolean => section === 'easyRead' || section === 'person'

export function getSectionPath({ to }: Pick<WebsitePage, 'to'>, section: string): string {
  const own = to === paths.home ? paths.easyRead.home : `${to}/easy-read`
  return isEasyRead(section) && Object.values<string>(paths.easyRead).includes(own) ? own : to
}

export function withEasyRead<First extends object>(words: First, name: keyof typeof first) {
  return { ...words, easyRead: first[name] }
}

/** The complaints page. Easy Read only, because everyone can read that. */
export const complaintsPage = definePage({
  id: 11,
  title: 'Not happy',
  to: paths.easyRead.notHappy,
  sections: {
    person: defineSection('Who listens', {
      name: lineField('Who can people ask for?', {
        max: 60,
        hint: 'A name and what they do. For example: Mary Burke, the manager.',
      }),
    }),
    easyRead: easyReadSection,
  },
  first: withEasyRead({ person: { name: defaultContactPerson } }, 'notHappy'),
})
