import * as content from '~/content/board'
import { line, section, text } from './fields.server'
import { page, search } from './page.server'

const sections = {
  intro: section(
    'The top of the page',
    { heading: line('Heading', { most: 60 }), text: text('Introduction') },
    'The people and plans below it are under the Board tab.',
  ),
  search,
}

export const directors = page({ id: 7, title: 'Directors', to: '/board', sections, first: content.directors })
