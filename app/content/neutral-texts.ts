// Sections whose default text has invented facts (years, funders, people, events, numbers, how to get there), and the text that replaces
// each while a centre hides it. It says nothing about the centre. With null, the page leaves the section out.

import { neutralEasyRead } from './easy-read'

export const neutralTexts = {
  home: {
    student: null,
    testimonials: null,
    // The calendar's next events stay.
    events: { heading: 'Upcoming events', items: [] },
  },
  about: {
    intro: {
      heading: 'About {shortName}',
      text: 'Here is what we believe, and how we plan with each person.',
      since: '',
      picture: { drawing: 'centre', alt: '' },
    },
    story: null,
    funding: null,
    today: null,
    easyRead: neutralEasyRead.about,
    search: { description: 'What we believe, and how each person plans their own life here.' },
  },
  achievements: {
    intro: {
      heading: 'Achievements',
      text: 'We have not written this page yet. Ring us on {phone} to hear what our students do.',
      newest: 'Our newest',
    },
    cards: { items: [] },
    highlights: null,
    easyRead: neutralEasyRead.achievements,
    search: { description: 'What students at {shortName} do.' },
  },
  directors: {
    intro: { heading: 'Directors and plans', text: 'Here you find the directors of {shortName}, and our plans.' },
    search: { description: 'Our directors, plans and reports.' },
  },
  contact: { gettingHere: null, easyRead: neutralEasyRead.contact },
}
