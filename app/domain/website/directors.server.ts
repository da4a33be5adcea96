import * as content from '~/content/board'
import { paths } from '~/paths'
import { section, text } from './fields.server'
import { heading, page, search } from './page.server'

const sections = {
  intro: section(
    'The top of the page',
    { heading, text: text('Introduction') },
    'The people and plans on this page are under the Board tab.',
  ),
  search,
}

export const directors = page({ id: 7, title: 'Directors', to: paths.board, sections, first: content.directors })
