export const contactContent = {
  banner: {
    heading: 'Contact Us',
    text:
      'Would you like to learn more about our programmes, or arrange a visit? Ring us, send an email or use the form ' +
      'on this page.',
    picture: {
      drawing: 'front-desk',
      alt: 'Our front desk: one person answers the phone, and a visitor with a stick comes in.',
    },
  },
  gettingHere: {
    heading: 'How to get here',
    text: [
      'You can come by bus or by Luas, the Dublin tram. Both stop within walking distance. Ring {phone} and we will ' +
        'tell you which stop is best for you.',
      [
        '- There is level access, with no steps.',
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
      { text: 'Someone in the office reads your message, from Monday to Friday.' },
      { text: 'We answer you by email, or by phone if you gave us a number.' },
      { text: 'If you want to visit, we find a day and a time that suit you.' },
    ],
  },
  search: { description: 'Write to us, ring us, or arrange a visit.' },
}

export const openingHours: readonly string[] = ['Monday to Friday 9:30 - 16:30', 'Closed weekends and public holidays']

export const enquiryLimitMessage =
  'We can’t take any more messages here today. Please ring us on {phone}, or try again tomorrow.'

/** Messages after a sign-up with NEWSLETTER_DOUBLE_OPT_IN. They fit known addresses too, to hide who subscribes. */
export const confirmationNotes = {
  server:
    'If this address is new to us, an email with a link is on its way to you. Please open the link to confirm. Then ' +
    'you will get our newsletter.',
  none:
    'If this address is new to us, you need a link from us to confirm it. We can’t send emails at the moment. If the ' +
    'link has not arrived within a week, please subscribe again.',
  outbox:
    'This is a demonstration, so no email will come. On a real website you would get a link to confirm your address.',
}

export function getSignUpMessage(doubleOptIn: boolean, route: keyof typeof confirmationNotes): string {
  const thanks = 'Thank you for subscribing to our newsletter!'
  return doubleOptIn ? `${thanks} ${confirmationNotes[route]}` : thanks
}

/** Texts of the sign-up forms on the Contact page and in the footer, to which subscribers agree. */
export const signUpTexts = {
  card: { heading: '{shortName} News', about: 'All things {shortName}', button: 'Subscribe to Newsletter' },
  footer: { heading: 'Newsletter', about: 'All things {shortName}, by email.', button: 'Subscribe' },
} as const

/** The text that a sign-up form showed, stored with the subscriber. */
export function getConsentText({ heading, about, button }: (typeof signUpTexts)[keyof typeof signUpTexts]): string {
  return [heading, about, button].join(' / ')
}

export const resubscribeConsentText = 'You are unsubscribed / Was this a mistake? / Subscribe again'
