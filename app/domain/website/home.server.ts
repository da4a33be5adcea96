import * as content from '~/content/home'
import { paths } from '~/paths'
import { easyRead, withEasyRead } from './easy-read.server'
import { choice, day, line, list, picture, portrait, section, text, tick } from './fields.server'
import { heading, page, type ShownWordsOf, search } from './page.server'

const offerSymbols = { care: 'A hand and a heart', community: 'Houses', support: 'A speech bubble' }
const valueSymbols = {
  respect: 'Respect',
  inclusion: 'Inclusion',
  empowerment: 'Empowerment',
  collaboration: 'Collaboration',
  growth: 'Growth',
}

const agreed = tick('This person agreed that we show their words and name here', {
  must: 'Please ask the person first. Tick this once they have agreed.',
})

const sections = {
  hero: section('The top of the page', {
    heading: line('Heading', { most: 80 }),
    text: text('What the centre is', { most: 320 }),
    picture: picture('Picture', { width: 1200, height: 675 }),
  }),
  ways: section('What people come for', {
    visit: line('The link to Contact Us', { most: 24 }),
    visitNote: line('Below it', { most: 40 }),
    ring: line('The link that rings you', { most: 24, hint: 'Your telephone number is below it.' }),
    week: line('The link to Activities', { most: 24 }),
    weekNote: line('Below it', { most: 40 }),
    logIn: line('The link to the Student Portal', { most: 24 }),
    logInNote: line('Below it', { most: 40 }),
  }),
  student: section('A student’s own words', {
    heading: line('Heading', {
      most: 60,
      hint: 'It stands above the words of the first family too, beside the student’s.',
    }),
    quote: text('What the student says', { most: 300 }),
    author: line('Who says it', { most: 60, hint: 'A first name is enough.' }),
    about: line('About this person (optional)', { most: 80, optional: true, hint: 'For example: sings in the choir.' }),
    picture: portrait('Picture of this person', { width: 480, height: 480 }),
    agreed,
  }),
  testimonials: section('What families say', {
    heading,
    items: list(
      'Words of families',
      'family',
      {
        content: text('What they say', { most: 400 }),
        author: line('Who says it', { most: 60 }),
        role: choice('Who they are', { Parent: 'Parent', Guardian: 'Guardian' }),
        createdAt: day('When they said it', { hint: 'It is not shown on the page.' }),
        agreed,
      },
      { most: 6 },
    ),
  }),
  offers: section('What We Offer', {
    heading,
    items: list(
      'What you offer',
      'card',
      {
        title: line('Title', { most: 40 }),
        text: text('Text', { most: 260 }),
        symbol: choice('Symbol', offerSymbols, 'icons'),
      },
      { least: 1, most: 6 },
    ),
  }),
  week: section('The week', {
    heading,
    text: text('Text', { most: 300 }),
    pictures: list(
      'Pictures',
      'picture',
      { picture: picture('Picture', { width: 800, height: 600 }), label: line('Words below it', { most: 40 }) },
      { least: 1, most: 6 },
    ),
    link: line('Words of the link to all activities', { most: 40 }),
  }),
  values: section('Our values', {
    heading,
    items: list(
      'Values',
      'value',
      {
        title: line('Title', { most: 40 }),
        text: text('Text', { most: 200 }),
        symbol: choice('Symbol', valueSymbols, 'icons'),
      },
      { least: 1, most: 8 },
    ),
    picture: picture('Picture', { width: 800, height: 600 }),
  }),
  events: section('Events of the year', {
    heading,
    items: list(
      'Events',
      'event',
      {
        title: line('Title', { most: 80 }),
        description: text('What happens', { most: 300 }),
        date: day('Day'),
        time: line('Time', { most: 40, hint: 'For example: 14:00-16:00.' }),
        location: line('Place', { most: 100 }),
      },
      {
        most: 6,
        hint: 'The next three events of the calendar come after these. Events that are over move to the end, where ‘Earlier’ opens them.',
      },
    ),
  }),
  visit: section(
    'The invitation to visit',
    { heading, text: text('Text', { most: 240 }), link: line('Words on the button', { most: 40 }) },
    'It stands at the end of Home, About and Activities.',
  ),
  easyRead,
  search,
}

export const home = page({ id: 1, title: 'Home', to: paths.home, sections, first: withEasyRead(content.home, 'home') })
export type HomeWords = ShownWordsOf<typeof sections>
