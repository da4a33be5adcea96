import * as content from '~/content/board'
import { paths } from '~/paths'
import { defineSection, textField } from './fields.server'
import { definePage, headingField, searchFields } from './page.server'

const sections = {
  intro: defineSection(
    'The top of the page',
    { heading: headingField, text: textField('Introduction') },
    'Edit the people and plans on this page under the Board tab.',
  ),
  search: searchFields,
}

export const directorsPage = definePage({
  id: 7,
  title: 'Directors',
  to: paths.board,
  sections,
  first: content.directorsContent,
})
