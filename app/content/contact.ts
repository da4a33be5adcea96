// The first words of Contact Us (/contact): banner, opening hours, what happens next, how to get here. Below them, what its forms answer.

export const contactPage = {
  banner: {
    heading: 'Contact Us',
    text:
      'Would you like to learn more about our programmes, or arrange a visit? Ring us, send an email or use the form ' +
      'below.',
    picture: {
      drawing: 'front-desk',
      alt: 'Our front desk: one person answers the telephone, and a visitor with a stick comes in.',
    },
  },
  gettingHere: {
    heading: 'How to get here',
    text: [
      'You can come by bus or by Luas, the Dublin tram. Both stop within walking distance. Ring {phone} and we will ' +
        'tell you which stop is best for you.',
      [
        '- The way in is level, with no steps.',
        '- A quiet room is available for a first visit.',
        '- You can bring a family member, a friend or a support worker.',
        '- Tell us before you come if you need a parking space near the door.',
      ].join('\n'),
    ].join('\n\n'),
    picture: { drawing: 'bus', alt: '' },
  },
  afterYouWrite: {
    heading: 'What happens after you write to us',
    steps: [
      { text: 'Someone in the office reads your message on a weekday.' },
      { text: 'We answer you by email, or by phone if you gave us a number.' },
      { text: 'If you want to visit, we find a day and a time that suit you.' },
    ],
  },
  search: { description: 'Write to us, ring us, or arrange a visit.' },
}

export const openingHours: readonly string[] = ['Monday to Friday 9:30 - 16:30', 'Closed weekends and public holidays']

export const tooManyEnquiries =
  'We can’t take any more messages here today. Please ring us on {phone}, or try again tomorrow.'

/** After a sign-up with NEWSLETTER_DOUBLE_OPT_IN; true of a known address too, so that nobody learns who subscribes. */
export const stillToConfirm = {
  server:
    'If this address is new to us, an email with a link is on its way to you. Please open the link to confirm. Then ' +
    'you will get our newsletter.',
  none:
    'If this address is new to us, you need a link from us to confirm it. We can’t send emails at the moment. If the ' +
    'link has not come in a week, please subscribe again.',
  outbox:
    'This is a demonstration, so no email will come. On a real website you would get a link to confirm your address.',
}

export function signedUp(doubleOptIn: boolean, route: keyof typeof stillToConfirm): string {
  const thanks = 'Thank you for subscribing to our newsletter!'
  return doubleOptIn ? `${thanks} ${stillToConfirm[route]}` : thanks
}

/** The words of the two sign-ups, the Contact page's and the one in every footer: what somebody agrees to who sends it. */
export const signUps = {
  card: { heading: '{shortName} News', about: 'All things {shortName}', button: 'Subscribe to Newsletter' },
  footer: { heading: 'Newsletter', about: 'All things {shortName}, by email.', button: 'Subscribe' },
} as const

/** The words that a sign-up showed, as they are kept with the subscriber. */
export function wordsOf({ heading, about, button }: (typeof signUps)[keyof typeof signUps]): string {
  return [heading, about, button].join(' / ')
}

export const againWords = 'You are unsubscribed / Was this a mistake? / Subscribe again'
