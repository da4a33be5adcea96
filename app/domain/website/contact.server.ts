import * as content from '~/content/contact'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import { defineSection, listField, pictureField, proseField, textField } from './fields.server'
import { definePage, headingField, searchFields, textsToMarkdown } from './page.server'

const sections = {
  banner: defineSection('The top of the page', {
    heading: headingField,
    text: textField('Introduction'),
    picture: pictureField('Picture', { width: 800, height: 600 }),
  }),
  gettingHere: defineSection('How to get here', {
    heading: headingField,
    text: proseField('Text', { most: 3000 }),
    picture: pictureField('Picture', { width: 800, height: 600 }),
  }),
  afterYouWrite: defineSection('What happens next', {
    heading: headingField,
    steps: listField('Steps', 'step', { text: textField('Text', { most: 200 }) }, { least: 1, most: 8 }),
  }),
  easyRead: easyReadSection,
  search: searchFields,
}

export const contactPageSections = definePage({
  upgrades: [textsToMarkdown],
  id: 6,
  title: 'Contact Us',
  to: paths.contact,
  sections,
  first: withEasyRead(content.contactContent, 'contact'),
})
