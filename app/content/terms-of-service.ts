import type { Policy } from './policy'

export const termsOfService: Policy = {
  title: 'Terms of Service',
  updated: '2026-11-20',
  intro:
    'These are the rules for using this website and the student portal. They are short, so that everyone can read ' +
    'them. If something is not clear, ring {phone}.',
  sections: [
    {
      heading: 'This website',
      paragraphs: [
        'Anyone may read the public pages, print them and link to them. We try to keep them correct. Times and ' +
          'places can change, so please check with us before you travel to an event.',
        'The pages give general information. They are not medical or legal advice.',
      ],
    },
    {
      heading: 'Your portal account',
      paragraphs: ['The portal is free. It is for our students and tutors. If you have an account:'],
      points: [
        'Keep your password to yourself. Keep private any link that we made for you.',
        'Use your own account only. A tutor or someone you trust may help you to use it.',
        'Log out when you use a computer that others use too.',
        'Tell a tutor if you think that someone knows your password. We will give you a new one.',
      ],
    },
    {
      heading: 'Files and photos',
      paragraphs: [
        'What you make stays yours. By giving it to us, you let us show it to the people it was shared with in the ' +
          'portal. We ask you before we use it anywhere else.',
        'Files and photos in the portal can show other people. Please do not pass them on or post them online ' +
          'without asking those people.',
      ],
    },
    {
      heading: 'What is not allowed',
      paragraphs: ['Please be kind and fair. On this website you must not:'],
      points: [
        'try to get into someone else’s account or files',
        'upload something hurtful, unlawful or harmful to a computer',
        'send spam through our forms, or try to break the website',
      ],
    },
    {
      heading: 'If something goes wrong',
      paragraphs: [
        'If a rule is broken, a tutor will talk to you first whenever we can. We may close an account to keep ' +
          'people safe. You can ask us to look at that decision again.',
        'The website may be down at times, for repairs or by accident. If you need something from the portal, a ' +
          'tutor can give it to you on paper.',
      ],
    },
    {
      heading: 'Other websites',
      paragraphs: [
        'We link to websites that we think are useful. We do not run them, and we are not responsible for what they say.',
      ],
    },
    {
      heading: 'The law',
      paragraphs: [
        'The law of Ireland applies to these rules. Nothing in them takes away a right that the law gives you.',
        'If we change the rules, we change this page and the date on it.',
      ],
    },
    {
      heading: 'Questions and complaints',
      paragraphs: ['Email {email}, ring {phone} or talk to any member of staff.'],
    },
  ],
}
