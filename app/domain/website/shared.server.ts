import { line, section } from './fields.server'

/** What search engines show under the page's name. */
export const search = section('For search engines', {
  description: line('In one sentence, what is on this page?', {
    most: 160,
    hint: 'Search engines may show it under the page’s name. Nobody sees it on the page itself.',
  }),
})
