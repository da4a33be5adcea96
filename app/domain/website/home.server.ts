import * as content from '~/content/home'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import {
  choiceField,
  dayField,
  defineSection,
  lineField,
  listField,
  pictureField,
  portraitField,
  textField,
  tickField,
} from './fields.server'
import { definePage, headingField, type ShownTextOf, searchFields } from './page.server'

const offerSymbols = { care: 'A hand and a heart', community: 'Houses', support: 'A speech bubble' }
const valueSymbols = {
  respect: 'Respect',
  inclusion: 'Inclusion',
  empowerment: 'Empowerment',
  collaboration: 'Collaboration',
  growth: 'Growth',
}

const agreed = tickField('This person agreed that we show their words and name here', {
  must: 'Please ask the person first. Tick this once they have agreed.',
})

const sections = {
  hero: defineSection('The top of the page', {
    heading: lineField('Heading', { max: 80 }),
    text: textField('What the centre is', { max: 320 }),
    picture: pictureField('Picture', { width: 1200, height: 675 }),
  }),
  ways: defineSection('What people come for', {
    visit: lineField('The link to Contact Us', { max: 24 }),
    visitNote: lineField('Below it', { max: 40 }),
    ring: lineField('The link that rings you', { max: 24, hint: 'Your telephone number is below it.' }),
    week: lineField('The link to Activities', { max: 24 }),
    weekNote: lineField('Below it', { max: 40 }),
    logIn: lineField('The link to the Student Portal', { max: 24 }),
    logInNote: lineField('Below it', { max: 40 }),
  }),
  student: defineSection('A student’s own words', {
    heading: headingField,
    quote: textField('What the student says', { max: 300 }),
    author: lineField('Who says it', { max: 60, hint: 'A first name is enough.' }),
    about: lineField('About this person (optional)', {
      max: 80,
      optional: true,
      hint: 'For example: sings in the choir.',
    }),
    picture: portraitField('Picture of this person', { width: 480, height: 480 }),
    agreed,
  }),
  testimonials: defineSection('What families say', {
    heading: headingField,
    items: listField(
      'Words of families',
      'family',
      {
        content: textField('What they say', { max: 400 }),
        author: lineField('Who says it', { max: 60 }),
        role: choiceField('Who they are', { Parent: 'Parent', Guardian: 'Guardian' }),
        createdAt: dayField('When they said it', { hint: 'It is not shown on the page.' }),
        agreed,
      },
      { max: 6 },
    ),
  }),
  offers: defineSection('What We Offer', {
    heading: headingField,
    items: listField(
      'What you offer',
      'card',
      {
        title: lineField('Title', { max: 40 }),
        text: textField('Text', { max: 260 }),
        symbol: choiceField('Symbol', offerSymbols, 'icons'),
      },
      { min: 1, max: 6 },
    ),
  }),
  week: defineSection('The week', {
    heading: headingField,
    text: textField('Text', { max: 300 }),
    pictures: listField(
      'Pictures',
      'picture',
      {
        picture: pictureField('Picture', { width: 800, height: 600 }),
        label: lineField('Caption', { max: 40 }),
      },
      { min: 1, max: 6 },
    ),
    link: lineField('Text of the link to all activities', { max: 40 }),
  }),
  values: defineSection('Our values', {
    heading: headingField,
    items: listField(
      'Values',
      'value',
      {
        title: lineField('Title', { max: 40 }),
        text: textField('Text', { max: 200 }),
        symbol: choiceField('Symbol', valueSymbols, 'icons'),
      },
      { min: 1, max: 8 },
    ),
    picture: pictureField('Picture', { width: 800, height: 600 }),
  }),
  events: defineSection('Events of the year', {
    heading: headingField,
    items: listField(
      'Events',
      'event',
      {
        title: lineField('Title', { max: 80 }),
        description: textField('What happens', { max: 300 }),
        date: dayField('Day'),
        time: lineField('Time', { max: 40, hint: 'For example: 14:00-16:00.' }),
        location: lineField('Place', { max: 100 }),
      },
      {
        max: 6,
        hint: 'The next three events of the calendar come after these. Events that are over move to the end, where ‘Earlier’ opens them.',
      },
    ),
  }),
  visit: defineSection(
    'The invitation to visit',
    {
      heading: headingField,
      text: textField('Text', { max: 240 }),
      link: lineField('Text on the button', { max: 40 }),
    },
    'It appears at the end of Home, About and Activities.',
  ),
  easyRead: easyReadSection,
  search: searchFields,
}

export const home = definePage({
  id: 1,
  title: 'Home',
  to: paths.home,
  sections,
  first: withEasyRead(content.homeText, 'home'),
})
export type HomeWords = ShownTextOf<typeof sections>
