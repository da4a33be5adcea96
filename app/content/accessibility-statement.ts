import type { Policy, PolicySection } from './policy'

const parts = {
  commitment: {
    heading: 'Our promise',
    paragraphs: [
      '{shortName} wants everyone to be able to use this website. If a part of it keeps you out, that is our fault ' +
        'and not yours. We will help you, and we will try to put it right.',
      'The law on this is S.I. No. 358 of 2020. It was made for public bodies. It also covers some charities that ' +
        'get most of their money from the State. We work to its rules either way.',
    ],
  },
  scope: {
    heading: 'What this page is about',
    paragraphs: [
      'It is about our public pages, the student portal, and the emails that the website sends. It is not about ' +
        'other websites that we link to.',
    ],
  },
  measures: {
    heading: 'What works',
    paragraphs: ['These things were built into the website from the start:'],
    points: [
      'Short sentences and everyday words.',
      'Eight of our pages can be read in Easy Read, with a picture for each idea.',
      'Everything works with JavaScript turned off, even the portal.',
      'Everything can be done with the keyboard alone. You can always see where you are.',
      'You can make the text much bigger, and it still fits on the screen.',
      'Headings, fields, messages and pictures have names that screen readers can read out.',
      'Colour is never the only sign. The colours are strong enough to tell apart.',
      'If your device asks for less movement, things do not move.',
      'You can use your device’s own high contrast colours.',
      'Timetables, the calendar and our resources print well on plain paper.',
      'If you make a mistake in a form, it says what to do, and what you typed stays there. You only have to type ' +
        'passwords and choose files again.',
      'If a message pops up, it closes after five seconds. Its words stay on the page until you do something else.',
      'To log in, you can paste your password, let your browser fill it in, or show it on the screen.',
      'If you are logged out in the middle of a form, what you typed is there when you log in again that day.',
    ],
  },
  status: {
    heading: 'How well we meet the rules',
    paragraphs: [
      'The rules are in a European standard, EN 301 549. Its edition of 2021 asks for WCAG 2.1, level AA. Its edition ' +
        'of September 2026, version 4.1.1, asks for WCAG 2.2. We work to WCAG 2.2, level AA, which asks for more.',
      'This website is partially compliant. Those are the words of the law. They mean that most of it meets the ' +
        'rules, and some parts do not. The next part lists those.',
      'There may be other problems that we do not know about. The people who use {shortName} have not tested the website for us ' +
        'yet. No expert from outside has checked it.',
    ],
  },
  notAccessible: {
    heading: 'What may not work yet',
    paragraphs: [
      'These parts do not meet the rules, or may not. We are not saying that any of them is too much work to fix. ' +
        'You can ask us for any of them in another format. The next part says how.',
    ],
    points: [
      'PDFs, Word files and scanned pages that tutors add. Some have no text for a screen reader, or no headings. We ' +
        'show them as they are.',
      'Photos that tutors add. We ask the tutor what each one shows. Until we know, a screen reader reads out only ' +
        'the title. For photos of QQI certificates, that is a number.',
      'Words in Irish or another language. They are not marked, so a screen reader may read them out wrongly.',
      'Other websites that we link to may be hard to use. We do not run them, so the law does not count them as ours.',
    ],
  },
  phoneHelp: {
    heading: 'Ask for another format',
    paragraphs: [
      'You can ask for any page or file in another format. Email {email}, ring {phone} or ask a tutor. We can:',
    ],
    points: [
      'make an easy read version, with pictures',
      'print it in large print',
      'read it out to you, by phone or face to face',
      'take your message by phone, if a form is hard to use',
    ],
  },
  preparation: {
    heading: 'How and when this was checked',
    paragraphs: [
      'The people who made this website checked it themselves, by WCAG 2.2. This is what they tested, and how:',
    ],
    points: [
      'A program called axe looks for known problems on each screen, with scripts and without, small and large, and ' +
        'in high contrast.',
      'Other programs press the Tab key through the pages, make the text twice as big and measure the colours.',
      'These programs use Chromium, which Chrome and Edge are built on. Logging in is also tested in WebKit, which ' +
        'Safari is built on.',
      'The main tasks, such as logging in and writing to us, are tested with JavaScript turned off too.',
      'Another program measures how easy the sentences are to read.',
      'The people also look at the screens themselves, both small and large.',
    ],
    dates: [
      { words: 'They wrote this part on', date: '2026-11-22' },
      { words: 'They last read it over, and checked that it is still true, on', date: '2026-11-27' },
    ],
  },
  feedback: {
    heading: 'Tell us about a problem',
    paragraphs: [
      'If something on this website does not work for you, please tell us. Email {email}, ring {phone} or use our ' +
        'contact form. You can also ask someone to do it for you.',
      'Tell us the page and what happened. We will help you with what you wanted to do, and then try to fix the ' +
        'page. We aim to answer within five working days.',
    ],
    links: [{ url: '/contact', text: 'Go to our contact form' }],
  },
  enforcement: {
    heading: 'If you are not happy with our answer',
    paragraphs: [
      'There are people outside {shortName} who can help you. It is free. A person you trust can help you to write ' +
        'to them.',
    ],
    points: [
      'The Ombudsman looks into complaints about public bodies, and about charities that give a service for the HSE. ' +
        'You can ask them if they can look into yours. Their phone number is 01 639 5600.',
      'The Workplace Relations Commission decides cases under the Equal Status Acts. Those are the laws against ' +
        'treating you unfairly because of a disability. You must write to us first, within two months.',
      'The Irish Human Rights and Equality Commission can tell you about your rights.',
      'The National Disability Authority checks whether public bodies in Ireland meet the rules for websites.',
    ],
    links: [
      { url: 'https://www.ombudsman.ie/', text: 'Visit the Ombudsman website' },
      { url: 'https://www.workplacerelations.ie/', text: 'Visit the Workplace Relations Commission website' },
      { url: 'https://www.ihrec.ie/', text: 'Visit the Irish Human Rights and Equality Commission website' },
      { url: 'https://nda.ie/', text: 'Visit the National Disability Authority website' },
    ],
  },
} satisfies Record<string, PolicySection>

/** Sections of the EU's model statement (Implementing Decision (EU) 2018/1523); the last two are optional. */
export type StatementPart = keyof typeof parts

/** Sections about the product and how it was checked, which centres don't edit. */
export const productParts = ['measures', 'preparation'] as const satisfies StatementPart[]
export type CentrePart = Exclude<StatementPart, (typeof productParts)[number]>

/** The statement's sections in page order. */
export const statementParts: Record<StatementPart, PolicySection> = parts

export const accessibilityStatement: Policy = {
  title: 'Accessibility',
  updated: '2026-11-27',
  intro:
    'This website is for everyone, and above all for the people who use {shortName}. Here is what works, what may ' +
    'not work yet and how to tell us.',
  sections: Object.values(statementParts),
}
