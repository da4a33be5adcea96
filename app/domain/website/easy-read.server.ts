import { activitySymbols } from '~/content/activity-symbols'
import { easyRead as first, listener } from '~/content/easy-read'
import { ideaSymbols } from '~/content/idea-symbols'
import { paths } from '~/paths'
import { choice, dayIfKnown, line, list, photo, section, text, tick } from './fields.server'
import { heading, page, type WebsitePage, type WordsOf } from './page.server'

/** The section of a page that has an Easy Read version: what stands at the page's address with `/easy-read` after it. */
export const easyRead = section(
  'Easy Read',
  {
    heading,
    ideas: list(
      'Ideas',
      'idea',
      {
        text: text('One idea, in a sentence or two', { most: 200, hint: 'Twelve words a sentence at most.' }),
        symbol: choice('Picture', { ...ideaSymbols, ...activitySymbols }, 'symbols'),
        photo: photo('Your own photo', {
          width: 400,
          height: 400,
          hint: 'It is shown in place of the picture. A photo of your own place says more than a drawing.',
        }),
      },
      { least: 1, most: 24 },
    ),
    isTested: tick('This text was tested by readers with intellectual disabilities', {
      needs: { field: 'testedOn', message: 'Please say when they read it.' },
    }),
    testedOn: dayIfKnown('When they read it (optional)', {
      hint: 'Needed only with the tick. For example 4 May 2026.',
    }),
  },
  'The page in short sentences, each idea with a picture. It has a page of its own, one press away from this one.',
)

export type EasyReadWords = WordsOf<{ easyRead: typeof easyRead }>['easyRead']

/** Whether a section stands on its page's Easy Read version, and not on the page itself. */
export const isEasyRead = (section: string): boolean => section === 'easyRead' || section === 'person'

export function shownAt({ to }: Pick<WebsitePage, 'to'>, section: string): string {
  const own = to === paths.home ? paths.easyRead.home : `${to}/easy-read`
  return isEasyRead(section) && Object.values<string>(paths.easyRead).includes(own) ? own : to
}

export function withEasyRead<First extends object>(words: First, name: keyof typeof first) {
  return { ...words, easyRead: first[name] }
}

/** How to say that you are not happy: written in Easy Read only, since everybody can read that. */
export const notHappy = page({
  id: 11,
  title: 'Not happy',
  to: paths.easyRead.notHappy,
  sections: {
    person: section('Who listens', {
      name: line('Who can people ask for?', {
        most: 60,
        hint: 'A name and what they do. For example: Mary Burke, the manager.',
      }),
    }),
    easyRead,
  },
  first: withEasyRead({ person: { name: listener } }, 'notHappy'),
})
