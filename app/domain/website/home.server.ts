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
    heading: lineField('Heading', { most: 80 }),
    text: textField('What the centre is', { most: 320 }),
    picture: pictureField('Picture', { width: 1200, height: 675 }),
  }),
  ways: defineSection('What people come for', {
    visit: lineField('The link to Contact Us', { most: 24 }),
    visitNote: lineField('Below it', { most: 40 }),
    ring: lineField('The link that rings you', { most: 24, hint: 'Your telephone number is below it.' }),
    week: lineField('The link to Activities', { most: 24 }),
    weekNote: lineField('Below it', { most: 40 }),
    logIn: lineField('The link to the Student Portal', { most: 24 }),
    logInNote: lineField('Below it', { most: 40 }),
  }),
  student: defineSection('A student’s own words', {
    heading: headingField,
    quote: textField('What the student says', { most: 300 }),
    author: lineField('Who says it', { most: 60, hint: 'A first name is enough.' }),
    about: lineField('About this person (optional)', {
      most: 80,
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
        content: textField('What they say', { most: 400 }),
        author: lineField('Who says it', { most: 60 }),
        role: choiceField('Who they are', { Parent: 'Parent', Guardian: 'Guardian' }),
        createdAt: dayField('When they said it', { hint: 'It is not shown on the page.' }),
        agreed,
      },
      { most: 6 },
    ),
  }),
  offers: defineSection('What We Offer', {
    heading: headingField,
    items: listField(
      'What you offer',
      'card',
      {
        title: lineField('Title', { most: 40 }),
        text: textField('Text', { most: 260 }),
        symbol: choiceField('Symbol', offerSymbols, 'icons'),
      },
      { least: 1, most: 6 },
    ),
  }),
  week: defineSection('The week', {
    heading: headingField,
    text: textField('Text', { most: 300 }),
    pictures: listField(
      'Pictures',
      'picture',
      {
        picture: pictureField('Picture', { width: 800, height: 600 }),
        label: lineField('Caption', { most: 40 }),
      },
      { least: 1, most: 6 },
    ),
    link: lineField('Text of the link to all activities', { most: 40 }),
  }),
  values: defineSection('Our values', {
    heading: headingField,
    items: listField(
      'Values',
      'value',
      {
        title: lineField('Title', { most: 40 }),
        text: textField('Text', { most: 200 }),
        symbol: choiceField('Symbol', valueSymbols, 'icons'),
      },
      { least: 1, most: 8 },
    ),
    picture: pictureField('Picture', { width: 800, height: 600 }),
  }),
  events: defineSection('Events of the year', {
    heading: headingField,
    items: listField(
      'Events',
      'event',
      {
        title: lineField('Title', { most: 80 }),
        description: textField('What happens', { most: 300 }),
        date: dayField('Day'),
        time: lineField('Time', { most: 40, hint: 'For example: 14:00-16:00.' }),
        location: lineField('Place', { most: 100 }),
      },
      {
        most: 6,
        hint: 'The next three events of the calendar come after these. Events that are over move to the end, where ‘Earlier’ opens them.',
      },
    ),
  }),
  visit: defineSection(
    'The invitation to visit',
    {
      heading: headingField,
      text: textField('Text', { most: 240 }),
      link: lineField('Text on the button', { most: 40 }),
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
