import * as content from '~/content/contact'
import { paths } from '~/paths'
import { easyRead, withEasyRead } from './easy-read.server'
import { list, picture, prose, section, text } from './fields.server'
import { heading, page, search, textsToMarkdown } from './page.server'

const sections = {
  banner: section('The top of the page', {
    heading,
    text: text('Introduction'),
    picture: picture('Picture', { width: 800, height: 600 }),
  }),
  gettingHere: section('How to get here', {
    heading,
    text: prose('Text', { most: 3000 }),
    picture: picture('Picture', { width: 800, height: 600 }),
  }),
  afterYouWrite: section('What happens next', {
    heading,
    steps: list('Steps', 'step', { text: text('Text', { most: 200 }) }, { least: 1, most: 8 }),
  }),
  easyRead,
  search,
}

export const contact = page({
  upgrades: [textsToMarkdown],
  id: 6,
  title: 'Contact Us',
  to: paths.contact,
  sections,
  first: withEasyRead(content.contactPage, 'contact'),
})
